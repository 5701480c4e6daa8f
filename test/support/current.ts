/**
 * Stands for what `read` returns at the time of use: what a hook replaces before each test can have one name for a whole file. Only its
 * properties are there, methods included.
 */
export function current<Value extends object>(read: () => Value): Value {
  return new Proxy({} as Value, {
    get: (_, name) => Reflect.get(read(), name),
    ownKeys: () => Reflect.ownKeys(read()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(read(), name),
  });
}

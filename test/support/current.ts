/**
 * Stands for the object that `read` returns at the time of use. So an object that a hook replaces before each
 * test can have one name in the whole file. Only its properties are there, methods included.
 */
export function current<Value extends object>(read: () => Value): Value {
  return new Proxy({} as Value, {
    get: (_, name) => Reflect.get(read(), name),
    ownKeys: () => Reflect.ownKeys(read()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(read(), name),
  });
}

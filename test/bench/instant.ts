/** The present instant in milliseconds, by a monotonic clock that all processes of the machine share. */
export function instant(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

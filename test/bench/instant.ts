/** Now, in milliseconds by a clock that all processes of the machine share and nobody sets. */
export function instant(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

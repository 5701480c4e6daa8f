/** Bytes of the gigabyte in which traffic is sold. */
export const GB = 2 ** 30;

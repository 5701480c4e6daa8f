/**
 * Where the console and its service are. A reverse proxy may serve both below a path prefix; a chunk knows it
 * from its own address, which ends in `/console/assets/` and a name.
 */
const service = new URL(/* @vite-ignore */ '../../', import.meta.url);

/** The path of the console without a slash at its end, such as `/console`. */
export const CONSOLE_PATH = `${service.pathname}console`;
export const SIGN_IN_PATH = '/sign-in';

/** The address of something else that the service serves, such as `graphql` or `docs`. */
export function serviceUrl(path: string): string {
  return new URL(path, service).href;
}

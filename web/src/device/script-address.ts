/**
 * The pages' policy (`require-trusted-types-for 'script'`) lets no text become markup or code, and no address a script,
 * unless it has passed here. A browser that does not know of this takes the text itself.
 */

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ) => { createScriptURL: (address: string) => string };
}

/** The name is in the policy that the server sends (server/http/pages.ts): nobody can make a second one. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('tickmark', {
  createScriptURL(address) {
    const { origin, pathname } = new URL(address, window.location.href);
    // Below `/api` are the files that people upload.
    if (origin === window.location.origin && !pathname.startsWith('/api/')) return address;
    throw new TypeError(`Not a script of ours: ${address}`);
  },
});

/** An address at which a worker may be started. */
export const scriptAddress = (address: string): string => policy?.createScriptURL(address) ?? address;

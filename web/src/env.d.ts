/** What can be set when the web app is built. */
interface ImportMetaEnv {
  /** Where the API is; `/api` unless set. */
  readonly VITE_API_BASE?: string;
  /** Of Tickmark; the build knows it from package.json. */
  readonly VITE_VERSION: string;
}

/** What can be set when the web app is built. */
interface ImportMetaEnv {
  /** Where the API is; `/api` unless set. */
  readonly VITE_API_BASE?: string;
  /** `1` builds the page of all parts in, at `/dev/parts`. */
  readonly VITE_PARTS?: string;
}

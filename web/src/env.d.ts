/** What can be set when the web app is built. */
interface ImportMetaEnv {
  /** Where the API is; `/api` unless set. */
  readonly VITE_API_BASE?: string;
  /** 'Tickmark 1.2.0', from package.json: in the footer of admins, who say it when they ask for help. */
  readonly VITE_NAME_AND_VERSION: string;
}

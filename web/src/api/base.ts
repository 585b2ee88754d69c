/** Where the API is. A deployment with the API on another host sets `VITE_API_BASE` when it builds. */
export const API_BASE = (import.meta.env.VITE_API_BASE ?? '/api').replace(/\/$/, '');

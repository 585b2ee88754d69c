export type Encoding = 'br' | 'gzip';

/** The best of ours that the other side can read, by its `Accept-Encoding`. */
export const encodingFor = (accepted: string | undefined): Encoding | undefined =>
  (['br', 'gzip'] as const).find((name) =>
    new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?![.\\d]))`).test(accepted ?? ''),
  );

export type Encoding = 'br' | 'gzip';

/** The best of our encodings that the client accepts. */
export const encodingFor = (accepted: string | undefined): Encoding | undefined =>
  (['br', 'gzip'] as const).find((name) =>
    new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?![.\\d]))`).test(accepted ?? ''),
  );

/** What every mail looks like, as text and as HTML that says the same. */

export interface Letter {
  subject: string;
  text: string;
  html: string;
  /** Besides those that every mail has. */
  headers?: Record<string, string>;
}

/** A short list under a title. */
export interface Section {
  title: string;
  lines: string[];
}

interface Link {
  label: string;
  url: string;
}

interface Content {
  subject: string;
  /** Plain sentences: whatever names stand in them becomes neither a header nor markup. */
  paragraphs: string[];
  sections?: Section[];
  /** The one thing to do, if there is one. */
  link?: Link;
  /** Why somebody gets it. */
  reason: string;
  /** How to get no more of them. */
  end?: Link;
}

const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ').trim();

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => ESCAPES[letter] ?? '');

/**
 * Neither pictures nor anything else from elsewhere. The reader's own colours are kept, light or dark; only the button
 * has its own, which can be read on both.
 */
const sectionHtml = ({ title, lines }: Section): string =>
  `<p style="margin: 24px 0 4px; font-weight: 600;">${escaped(title)}</p>
<ul style="margin: 0 0 16px; padding-left: 20px;">
${lines.map((line) => `<li>${escaped(line)}</li>`).join('\n')}
</ul>`;

const htmlOf = ({
  subject,
  paragraphs,
  sections = [],
  link,
  reason,
  end,
}: Content): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>:root { color-scheme: light dark; supported-color-schemes: light dark; }</style>
</head>
<body style="margin: 0; padding: 24px 16px; font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif;">
<div style="max-width: 32em; margin: 0 auto;">
<p style="margin: 0 0 24px; font-weight: 600;">Tickmark</p>
${paragraphs.map((text) => `<p style="margin: 0 0 16px;">${escaped(text)}</p>`).join('\n')}
${sections.map(sectionHtml).join('\n')}${
  link
    ? `<p style="margin: 24px 0;"><a href="${escaped(link.url)}" style="display: inline-block; padding: 10px 20px; border-radius: 8px; background: #2f5fd0; color: #ffffff; font-weight: 600; text-decoration: none;">${escaped(link.label)}</a></p>
<p style="margin: 0 0 16px; font-size: 14px; overflow-wrap: anywhere;">${escaped(link.url)}</p>
`
    : ''
}<p style="margin: 32px 0 0; font-size: 14px; opacity: 0.75;">${escaped(reason)}${
  end ? ` <a href="${escaped(end.url)}" style="color: inherit;">${escaped(end.label)}</a>` : ''
}</p>
</div>
</body>
</html>
`;

const linkText = ({ label, url }: Link): string => `${label}:\n${url}`;
const sectionText = ({ title, lines }: Section): string =>
  [title, ...lines.map((line) => `- ${line}`)].join('\n');

const textOf = ({ paragraphs, sections = [], link, reason, end }: Content): string =>
  [
    ...paragraphs,
    ...sections.map(sectionText),
    ...(link ? [linkText(link)] : []),
    `--\n${reason}`,
    ...(end ? [linkText(end)] : []),
  ]
    .join('\n\n')
    .concat('\n');

const safeLink = ({ label, url }: Link): Link => ({ label: oneLine(label), url: new URL(url).href });

export const frame = ({ subject, paragraphs, sections, link, reason, end }: Content): Letter => {
  const content: Content = {
    subject: oneLine(subject),
    paragraphs: paragraphs.map(oneLine),
    ...(sections && {
      sections: sections.map(({ title, lines }) => ({ title: oneLine(title), lines: lines.map(oneLine) })),
    }),
    ...(link && { link: safeLink(link) }),
    reason: oneLine(reason),
    ...(end && { end: safeLink(end) }),
  };
  return { subject: content.subject, text: textOf(content), html: htmlOf(content) };
};

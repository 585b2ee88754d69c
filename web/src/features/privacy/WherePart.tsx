import type { PrivacyFacts } from '../../../../contract/privacy.ts';

const FILES = {
  disk: 'in a database and in a folder on the operator’s server',
  object_store: 'in a database, and files in an object store, both chosen by the operator',
};

/** Until the server has answered, what holds for every installation. */
export function WherePart({ facts }: { facts: PrivacyFacts | undefined }) {
  const place = facts
    ? FILES[facts.files]
    : 'in a database and a store for files, both chosen by the operator';
  return (
    <ul className="privacy-list">
      <li>Everything is {place}. Ask the operator which country that is in.</li>
      <li>Pages load nothing from other sites: no scripts, no fonts, no pictures.</li>
      <li>
        {facts?.mail === false
          ? 'This Tickmark sends no mail.'
          : 'Mail leaves through the operator’s mail server. It contains names, links and counts of papers; never a score, a file or a password.'}
      </li>
      <li>
        If you sign in with your school, its sign-in learns that you use Tickmark, and tells Tickmark your
        address, your name and an ID for you.
      </li>
    </ul>
  );
}

import type { SchoolDecisions } from '../../../../contract/privacy.ts';

function signInWords({ sign_in: signIn }: SchoolDecisions): string {
  if (signIn === null) return 'People log in with a password; the school has no sign-in of its own here.';
  const way = signIn.only
    ? 'People log in through the school’s own sign-in only.'
    : 'People can log in through the school’s own sign-in.';
  return signIn.makes_students ? `${way} Whoever comes through it becomes a student here.` : way;
}

/** What the school of whoever reads has decided. */
export function SchoolPart({ school }: { school: SchoolDecisions }) {
  return (
    <ul className="privacy-list">
      <li>
        {school.joins_by_domain
          ? 'Whoever registers with an address of the school’s domain belongs to it.'
          : 'Only people whom the school adds or invites belong to it.'}
      </li>
      <li>
        {school.share_pages
          ? 'Students may show their progress by a link that ends.'
          : 'Students may not show their progress by a link.'}
      </li>
      <li>{signInWords(school)}</li>
      <li>
        An account that the school archives is kept for{' '}
        {school.keeps_months === 1 ? '1 month' : `${school.keeps_months} months`}, without a login, and then
        deleted.
      </li>
    </ul>
  );
}

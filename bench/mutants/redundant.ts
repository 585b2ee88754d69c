import type { Mutant } from './mutant.ts';

/** Conditions that something else makes true, and that stay because they say what is meant. Each with the reason. */
const REDUNDANT: readonly { id: RegExp; why: string }[] = [
  {
    id: /accounts\.queries\.ts condition: status = 'pending'/,
    why: 'a link without a student waits: only one with a student is active',
  },
  {
    id: /accounts\.routes\.ts refusal: !user/,
    why: 'no password is right for nobody; it tells the compiler so',
  },
  {
    id: /deliver\.ts refusal: width === undefined/,
    why: 'the signature says the width, and we sign no other; it saves the work',
  },
  {
    id: /deliver\.ts refusal: (size === null|width !== null && !sizesOf)/,
    why: 'we sign the address of no thumbnail and no width that a file has not',
  },
  {
    id: /keep\.ts step: refuseOverLimits\(await getUsage\(db/,
    why: 'judged for good together with the row; it spares work that would be for nothing',
  },
  {
    id: /receive\.ts refusal: Number\(raw\.headers/,
    why: 'judged as it arrives, too; it spares the reading',
  },
  {
    id: /classes\.queries\.ts condition: email = any\(\$1\)/,
    why: 'it says which rows are held; to hold more would only be slower',
  },
  {
    id: /classes\.queries\.ts condition: l\.status = 'pending'/,
    why: 'an active link is the one that must not exist yet',
  },
  {
    id: /classes\.routes\.ts step: await getSchool\(db, schoolId\)/,
    why: 'asked again in the transaction; it spares the hashing',
  },
  {
    id: /multipart\.ts refusal: !disposition/,
    why: 'the expression beside it does not match nothing either; it tells the compiler so',
  },
];

export const whyRedundant = ({ id }: Mutant): string | undefined =>
  REDUNDANT.find((known) => known.id.test(id))?.why;

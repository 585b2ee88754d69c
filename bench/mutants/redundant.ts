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
    id: /classes\.queries\.ts condition: email = any\(\$1\)|teachers\.queries\.ts condition: (email = \$2|id = \$1)$/,
    why: 'it says which rows are held; to hold more would only be slower',
  },
  {
    id: /classes\.queries\.ts condition: l\.status = 'pending'/,
    why: 'an active link is the one that must not exist yet',
  },
  {
    id: /(classes|import)\.routes\.ts step: await getSchool\((db|tx), schoolId\)/,
    why: 'asked twice: before the hashing, to spare it, and in the transaction',
  },
  {
    id: /import\.routes\.ts step: await refuseBadRows/,
    why: 'the contract and the database judge every row as well; it spares the hashing',
  },
  {
    id: /import\.queries\.ts condition: (username_key|username_look|email) = any/,
    why: 'what is found is compared with the rows; to find more would only be slower',
  },
  {
    id: /links\.queries\.ts condition: l\.status = 'pending'/,
    why: 'a link without a student waits, and an active one is the one that must not exist yet',
  },
  {
    id: /links\.queries\.ts condition: status = 'pending' \(|links\.queries\.ts condition: status = 'pending'$/,
    why: 'the address is new to its owner, so no active link has it yet',
  },
  {
    id: /schools\.queries\.ts condition: (school_id is null|id = any)/,
    why: 'looked for, held, looked at again: each follows from the others unless somebody comes between',
  },
  {
    id: /school-admin\.routes\.ts refusal: schoolId === null/,
    why: 'the database knows no school admin without a school; it tells the compiler so',
  },
  {
    id: /multipart\.ts refusal: !disposition/,
    why: 'the expression beside it does not match nothing either; it tells the compiler so',
  },
  {
    id: /session\.queries\.ts condition: token_hash = any/,
    why: 'what is found is compared with the tokens that were sent; to find more would only be slower',
  },
  {
    id: /(0003_following|0004_leaving)\.sql condition/,
    why: '0006_waiting_and_leaving.sql puts another function in its place',
  },
  {
    id: /0006_waiting_and_leaving\.sql condition: (o\.school_id is|l\.(teacher|student)_id = any\(moved\))/,
    why: 'schools that differ now and were one before mean that one of the two has moved; it saves the work',
  },
  {
    id: /0006_waiting_and_leaving\.sql condition: l\.status = 'active'/,
    why: 'a request does not know its student',
  },
  {
    id: /0006_waiting_and_leaving\.sql condition: status = 'pending'/,
    why: 'an active link has the address of its student and is deleted with the row',
  },
];

export const whyRedundant = ({ id }: Mutant): string | undefined =>
  REDUNDANT.find((known) => known.id.test(id))?.why;

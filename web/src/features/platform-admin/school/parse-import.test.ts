import { describe, expect, it } from 'vitest';
import { parseImport } from './parse-import.ts';

const MIA = { username: 'mia', email: 'mia@school.edu', role: 'student' };
const NOAH = { username: 'noah', email: 'noah@school.edu', role: 'teacher' };
const rowsOf = (text: string) => parseImport(text).rows;

describe('JSON', () => {
  it('is a list of users, blanks and capitals of the role forgiven', () => {
    const text = '[{"username":" mia ","email":"mia@school.edu","role":"Student"}]';
    expect(parseImport(text)).toEqual({ rows: [MIA], notes: [] });
    expect(rowsOf('\uFEFF[]')).toEqual([]);
    expect(rowsOf('  ')).toEqual([]);
  });

  it('keeps what is missing or no text, so that it is found faulty in its row', () => {
    expect(rowsOf('[{"email":null,"username":{"a":1},"role":7}]')).toEqual([
      { username: '{"a":1}', email: '', role: '7' },
    ]);
  });

  it('says which fields are not used', () => {
    const [row] = [{ ...MIA, password: 'x', class: '12b' }];
    expect(parseImport(JSON.stringify([row])).notes).toEqual(['Fields not used: password, class.']);
  });

  it.each([
    ['[{"username":}]', /JSON|token|Unexpected/],
    ['{"username":"mia"}', /begin with \[/],
    ['[1]', /Entry 1/],
    ['[{}, null]', /Entry 2/],
  ])('%s is unreadable', (text, message) => {
    expect(() => parseImport(text)).toThrow(message);
  });
});

describe('a table', () => {
  it.each([
    ['with commas', 'username,email,role\nmia,mia@school.edu,student\r\nnoah,noah@school.edu,Teacher\n'],
    ['with semicolons', 'Username;E-Mail;Role\r\nmia;mia@school.edu;student\r\nnoah;noah@school.edu;teacher'],
    [
      'from a spreadsheet',
      'Role\tEmail address\tUser name\nstudent\tmia@school.edu\tmia\nteacher\tnoah@school.edu\tnoah',
    ],
    ['without a head', 'mia,mia@school.edu,student\n\nnoah,noah@school.edu,teacher'],
    ['without a head, in another order', 'student;mia@school.edu;mia\nteacher;noah@school.edu;noah\n;;'],
    ['in quotes', '"mia","mia@school.edu","student"\n"noah", noah@school.edu ,"teacher"'],
  ])('%s', (_, text) => {
    expect(rowsOf(text)).toEqual([MIA, NOAH]);
  });

  it('may hold separators, quotes and lines in a quoted cell', () => {
    const text = 'name,email\n"Okafor, ""Chloe""",chloe@school.edu\n"two\nlines",b@school.edu';
    expect(rowsOf(text).map(({ username }) => username)).toEqual(['Okafor, "Chloe"', 'two\nlines']);
  });

  it('may have names with commas between tabs', () => {
    expect(rowsOf('Okafor, Chloe\tchloe@school.edu')).toEqual([
      { username: 'Okafor, Chloe', email: 'chloe@school.edu', role: 'student' },
    ]);
  });

  it('needs no role and no username, and says what is taken', () => {
    const { rows, notes } = parseImport('Email,Class\nmia@school.edu,12b');
    expect(rows).toEqual([MIA]);
    expect(notes).toEqual([
      'There is no username column: the part of the email before the @ is taken.',
      'There is no role column: everybody is imported as a student.',
      'Column not used: Class.',
    ]);
    expect(rowsOf('mia@school.edu')).toEqual([MIA]);
  });

  it('takes the username before the name', () => {
    expect(rowsOf('Name,Email,Username\nMia Chen,mia@school.edu,mia')).toEqual([MIA]);
  });

  it('leaves a misspelled role, an empty one and a short line to be found faulty', () => {
    expect(rowsOf('mia,mia@school.edu,studnt').map(({ role }) => role)).toEqual(['studnt']);
    expect(rowsOf('username,email,role\nmia,mia@school.edu,\nnoah')).toEqual([
      { ...MIA, role: '' },
      { username: 'noah', email: '', role: '' },
    ]);
  });

  it.each([
    ['mia,student\nnoah,teacher', /No column with email/],
    ['mia,mia@school.edu,student\n"noah,noah@school.edu,teacher', /line 2 is not closed/],
  ])('%j is unreadable', (text, message) => {
    expect(() => parseImport(text)).toThrow(message);
  });
});

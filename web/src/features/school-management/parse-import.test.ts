import { describe, expect, it } from 'vitest';
import { toCsv } from '../../format/csv.ts';
import type { ColumnChoices } from './import-draft.ts';
import { parseImport } from './parse-import.ts';

const MIA = { username: 'mia', email: 'mia@school.edu', role: 'student' };
const NOAH = { username: 'noah', email: 'noah@school.edu', role: 'teacher' };
/** Without their numbers. */
const rowsOf = (text: string) =>
  parseImport(text).rows.map(({ username, email, role }) => ({ username, email, role }));
const columnsOf = (text: string, chosen?: ColumnChoices) =>
  parseImport(text, chosen).columns.map(({ name, field }) => [name, field]);

describe('JSON', () => {
  it('is a list of users, blanks and capitals of the role forgiven', () => {
    const text = '[{"username":" mia ","email":"mia@school.edu","role":"Student"}]';
    expect(parseImport(text)).toMatchObject({ rows: [{ row: 1, ...MIA }], notes: [] });
    expect(rowsOf('\uFEFF[]')).toEqual([]);
    expect(rowsOf('  ')).toEqual([]);
  });

  it('keeps what is missing or no text, so that it is found faulty in its row', () => {
    expect(rowsOf('[{"email":null,"username":{"a":1},"role":7}]')).toEqual([
      { username: '{"a":1}', email: '', role: '7' },
    ]);
  });

  it('shows which fields are not known', () => {
    const { rows, columns } = parseImport(JSON.stringify([MIA, { ...NOAH, house: '12b' }]));
    expect(rows).toEqual([
      { row: 1, ...MIA },
      { row: 2, ...NOAH },
    ]);
    expect(columns.filter(({ isKnown }) => !isKnown)).toEqual([
      { name: 'house', field: null, isKnown: false, samples: ['12b'] },
    ]);
  });

  it.each(['Group', 'Klasse', 'class', 'Classe', 'clase', 'Form', 'Tutor Group'])(
    'takes the column %j for groups',
    (name) => {
      const { rows, columns } = parseImport(`username,email,${name}\nmia,mia@school.edu,12B`);
      expect(columns.at(-1)).toMatchObject({ field: 'group', isKnown: true });
      expect(rows[0]?.group).toBe('12B');
    },
  );

  it('reads its own export as it was written, without the school admins', () => {
    const text = toCsv([
      ['ID', 'Username', 'Name', 'Email', 'Role'],
      [1, 'office', null, 'office@school.edu', 'School Admin'],
      [2, 'mia', '=1+1', 'mia@school.edu', 'Student'],
    ]);
    const { rows, notes } = parseImport(text);
    expect(rows).toEqual([
      { row: 3, username: 'mia', email: 'mia@school.edu', role: 'student', fullName: '=1+1' },
    ]);
    expect(notes).toEqual(['1 school admin is in the list and will not be changed.']);
  });

  it('may name groups', () => {
    const { rows, columns } = parseImport(JSON.stringify([{ ...MIA, group: '12B; 12 Physics' }, NOAH]));
    expect(rows).toEqual([
      { row: 1, ...MIA, group: '12B; 12 Physics' },
      { row: 2, ...NOAH, group: '' },
    ]);
    expect(columns.at(-1)).toMatchObject({ field: 'group', isKnown: true });
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
    const { rows, notes } = parseImport('Email,House\nmia@school.edu,12b');
    expect(rows).toEqual([{ row: 2, ...MIA }]);
    expect(notes).toEqual([
      'There is no username column: the part of the email before the @ is used.',
      'There is no role column: everyone is imported as a student.',
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

  it.each([['mia,mia@school.edu,student\n"noah,noah@school.edu,teacher', /line 2 is not closed/]])(
    '%j is unreadable',
    (text, message) => {
      expect(() => parseImport(text)).toThrow(message);
    },
  );

  it('without addresses has no rows, and says so', () => {
    const { rows, columns, problem } = parseImport('mia,student\nnoah,teacher');
    expect(rows).toEqual([]);
    expect(problem).toMatch(/No column with email/);
    expect(columns.map(({ name }) => name)).toEqual(['Column 1', 'Column 2']);
  });

  it("numbers its rows as the spreadsheet does, with the head, empty lines and Excel's own line", () => {
    const numbers = (text: string) => parseImport(text).rows.map(({ row }) => row);
    expect(numbers('mia,mia@school.edu\nnoah,noah@school.edu')).toEqual([1, 2]);
    expect(numbers('name,email\r\nmia,mia@school.edu\r\n\r\n;;\r\nnoah,noah@school.edu\r\n')).toEqual([
      2, 4, 5,
    ]);
    expect(numbers('name,email\n"two\nlines",a@school.edu\nmia,mia@school.edu')).toEqual([2, 3]);
    expect(numbers('\n\nname,email\nmia,mia@school.edu')).toEqual([4]);
    expect(numbers('sep=;\r\nname;email\r\nmia;mia@school.edu')).toEqual([2]);
  });

  it.each([
    ['sep=;\nusername;email;role\nmia;mia@school.edu;student\nnoah;noah@school.edu;teacher'],
    ['\uFEFFSEP=|\r\nusername|email|role\r\nmia|mia@school.edu|student\r\nnoah|noah@school.edu|teacher'],
    ['"sep=,"\nmia,mia@school.edu,student\nnoah,noah@school.edu,teacher'],
    ['sep=\t\nmia\tmia@school.edu\tstudent\nnoah\tnoah@school.edu\tteacher'],
  ])('%j says what separates its cells', (text) => {
    expect(rowsOf(text)).toEqual([MIA, NOAH]);
  });

  it.each([
    ['Benutzername;E-Mail-Adresse;Rolle'],
    ["Nom d'utilisateur;Courriel;Rôle"],
    ['Nombre de usuario;Correo electrónico;Rol'],
    ['Nome utente;Posta elettronica;Ruolo'],
    ['Gebruikersnaam;E-mailadres;Rol'],
  ])('may have the head %s', (head) => {
    const { rows, columns } = parseImport(`${head}\nmia;mia@school.edu;student`);
    expect(rows).toEqual([{ row: 2, ...MIA }]);
    expect(columns.every(({ isKnown }) => isKnown)).toBe(true);
  });

  it('with a head that is not known is read as far as its cells speak for themselves, and asks for the rest', () => {
    const text = 'Kennung;Kontakt;Foo\nmia;mia@school.edu;x\nnoah;noah@school.edu;y';
    expect(columnsOf(text)).toEqual([
      ['Kennung', null],
      ['Kontakt', 'email'],
      ['Foo', null],
    ]);
    expect(parseImport(text).columns.map(({ isKnown }) => isKnown)).toEqual([false, false, false]);
    expect(parseImport(text).columns[2]?.samples).toEqual(['x', 'y']);
    const { rows } = parseImport(text, { Kennung: 'username' });
    expect(rows.map(({ row, username }) => [row, username])).toEqual([
      [2, 'mia'],
      [3, 'noah'],
    ]);
  });

  it('follows what was chosen before what the names say', () => {
    const text = 'Name,Email,Second\nMia Chen,mia@school.edu,mia@other.edu';
    expect(columnsOf(text, { Second: 'email', Name: 'none' })).toEqual([
      ['Name', null],
      ['Email', null],
      ['Second', 'email'],
    ]);
  });

  it('tells columns of one name apart, and leaves out empty ones', () => {
    expect(columnsOf('Email,Note,Note,,\nmia@school.edu,a,b,,')).toEqual([
      ['Email', 'email'],
      ['Note', null],
      ['Note (2)', null],
    ]);
    expect(columnsOf('mia,mia@school.edu,student,,12b')).toEqual([
      ['Column 1', 'username'],
      ['Column 2', 'email'],
      ['Column 3', 'role'],
      ['Column 5', null],
    ]);
  });

  it('takes a first user without an address for a user', () => {
    expect(rowsOf('mia,,student\nnoah,noah@school.edu,teacher')).toEqual([{ ...MIA, email: '' }, NOAH]);
  });
});

import { describe, expect, it } from 'vitest';
import { matchPath, PATTERNS, type PageName, pathTo } from './paths.ts';

describe('pathTo', () => {
  it('fills in what the path needs', () => {
    expect(pathTo('home')).toBe('/');
    expect(pathTo('teacherStudent', { studentId: 7 })).toBe('/teachers/students/7');
    expect(pathTo('adminSchoolAnalytics', { schoolId: 'a/b c' })).toBe('/admin/schools/a%2Fb%20c/analytics');
  });
});

describe('matchPath', () => {
  it('finds every page by its own path', () => {
    for (const name of Object.keys(PATTERNS) as PageName[]) {
      expect(matchPath(PATTERNS[name].replaceAll(/:\w+/g, '12')).name).toBe(name);
    }
  });

  it('reads what stands in the path', () => {
    expect(matchPath('/schooladmin/students/42')).toEqual({
      name: 'schoolAdminStudent',
      params: { id: '42' },
    });
    expect(matchPath(pathTo('adminSchool', { schoolId: 'a/b' })).params).toEqual({ schoolId: 'a/b' });
  });

  it.each(['/nowhere', '/Login', '/login/', '//', '/teachers/students/', '/teachers/students/%', ''])(
    'finds no page at %j',
    (path) => {
      expect(matchPath(path)).toEqual({ name: 'notFound', params: {} });
    },
  );
});

import { pathTo } from '../../paths.ts';
import { TextLink } from '../../ui/TextLink.tsx';

/** Back to where people of each kind log in. */
export function LoginLinks() {
  return (
    <p className="flex flex-wrap justify-center gap-x-5 gap-y-1">
      <TextLink href={pathTo('login')}>Student Login</TextLink>
      <TextLink href={pathTo('teacherLogin')}>Teacher Login</TextLink>
      <TextLink href={pathTo('schoolAdminLogin')}>School Admin Login</TextLink>
    </p>
  );
}

import { ArrowLeft, House } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { pathTo } from '../paths.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { Bar } from './Bar.tsx';
import { PageFrame, PageHeading } from './PageFrame.tsx';

export default function NotFoundPage() {
  const [, navigate] = useLocation();
  function goBack() {
    // A page opened in a new tab has nothing behind it.
    if (window.history.length > 1) window.history.back();
    else navigate(pathTo('home'));
  }
  return (
    <PageFrame header={<Bar />} className="max-w-text py-16 text-center sm:py-24">
      <p aria-hidden="true" className="text-title font-semibold text-ink-faint tabular-nums">
        404
      </p>
      <PageHeading subtitle="There is nothing at this address. It may have been mistyped, or the page has moved.">
        Page Not Found
      </PageHeading>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <Button icon={<ArrowLeft className="size-4" aria-hidden="true" />} onClick={goBack}>
          Go Back
        </Button>
        <Link href={pathTo('home')} asChild>
          <ButtonLink variant="primary" icon={<House className="size-4" aria-hidden="true" />}>
            Home Page
          </ButtonLink>
        </Link>
      </div>
      <nav aria-label="Other pages" className="mt-8 flex justify-center gap-6">
        <TextLink href={pathTo('login')}>Login</TextLink>
        <TextLink href={pathTo('register')}>Register</TextLink>
        <TextLink href={pathTo('teachers')}>Teachers</TextLink>
      </nav>
    </PageFrame>
  );
}

import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { call } from '../../api/call.ts';
import { type Failure, failureOf, statusOf } from '../../api/failure.ts';
import { FormPage } from '../../layout/FormPage.tsx';
import { pathTo } from '../../paths.ts';
import { logout, type User } from '../../session/session.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toasts.ts';
import { type Invitation, invitationWords } from './useInvitation.ts';

type InvitationPageProps = { invitation: Invitation; user: User };

/** An invitation, for somebody who is logged in: theirs to accept or decline, or not theirs. */
export function InvitationPage({ invitation, user }: InvitationPageProps) {
  const { email, sent, askAgain } = invitation;
  const isTheirs = user.role === 'student' && user.email === email;
  const link = isTheirs && typeof sent === 'object' ? sent : undefined;
  const isFollowed = useIsFollowed(link?.id);
  const { busy, failure, answer } = useAnswer(link?.id, user);

  const words = () => {
    if (!isTheirs)
      return `This invitation is for a student with the address ${email}. You are logged in as ${user.email ?? user.username}.`;
    if (sent === 'gone') return 'This invitation is no longer open.';
    if (sent === 'unanswered') return 'The invitation could not be loaded.';
    if (link && isFollowed) return `${link.teacher} already sees your progress.`;
    return invitationWords(invitation);
  };
  const isAsking = isTheirs && (sent === undefined || (link !== undefined && isFollowed === undefined));
  return (
    <FormPage
      title="Invitation"
      subtitle={<span className="wrap-anywhere">{words()}</span>}
      failure={failure}
      links={
        <Link href={pathTo('home')} asChild>
          <ButtonLink variant="ghost">Go to my papers</ButtonLink>
        </Link>
      }
    >
      <div className="flex min-h-11 gap-2 *:flex-1" aria-busy={isAsking || undefined}>
        {link && isFollowed === false && (
          <>
            <Button busy={busy === 'decline'} onClick={() => answer('decline')}>
              Decline
            </Button>
            <Button variant="primary" busy={busy === 'accept'} onClick={() => answer('accept')}>
              Accept
            </Button>
          </>
        )}
        {isTheirs && sent === 'unanswered' && <Button onClick={askAgain}>Try again</Button>}
        {!isTheirs && <Button onClick={logout}>Log out</Button>}
      </div>
    </FormPage>
  );
}

/** Whether the link is active already; undefined until it is known. What is not known is asked for by Accept. */
function useIsFollowed(id: number | undefined): boolean | undefined {
  const [active, setActive] = useState<readonly number[]>();
  useEffect(() => {
    if (id === undefined) return undefined;
    const control = new AbortController();
    call('GET /users/me/teachers', { signal: control.signal }).then(
      ({ teachers }) =>
        setActive(teachers.filter(({ status }) => status === 'active').map((teacher) => teacher.id)),
      () => control.signal.aborted || setActive([]),
    );
    return () => control.abort();
  }, [id]);
  return id === undefined ? undefined : active?.includes(id);
}

type Act = 'accept' | 'decline';

function useAnswer(id: number | undefined, { link_mailed: isUnconfirmed }: User) {
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState<Act>();
  const [failure, setFailure] = useState<Failure>();

  async function send(act: Act, params: { id: number }): Promise<void> {
    setBusy(act);
    setFailure(undefined);
    try {
      if (act === 'accept') await call('POST /users/me/teachers/{id}/accept', { params });
      else await call('DELETE /users/me/teachers/{id}', { params });
      showToast({ tone: 'done', text: act === 'accept' ? 'Request accepted.' : 'Request declined.' });
      navigate(pathTo('home'), { replace: true });
    } catch (error) {
      // Declined before, or taken back by the teacher: nobody asks any more. With mail on, nobody asks the unconfirmed.
      const gone = isUnconfirmed
        ? 'Confirm your address first: a link is in your mail.'
        : 'This request is no longer open.';
      setFailure(
        failureOf(error, () => (statusOf(error) === 404 ? gone : 'This did not work. Please try again.')),
      );
      setBusy(undefined);
    }
  }
  const answer = (act: Act) => {
    if (id !== undefined && busy === undefined) void send(act, { id });
  };
  return { busy, failure, answer };
}

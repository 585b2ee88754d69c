import { expect, it } from 'vitest';
import { hideToast, sayIn, sayMore, showToast, toastStore } from './toasts.ts';

const said = (dialog?: string) => toastStore.read(dialog)?.text;

it('says one thing at a time, the newest; an error does not yield to a remark', () => {
  showToast({ text: 'Saved' });
  showToast({ text: 'Removed', tone: 'done' });
  expect(said()).toBe('Removed');
  const failed = showToast({ text: 'Failed', tone: 'danger' });
  showToast({ text: 'No longer there' });
  expect(said()).toBe('Failed');
  hideToast(failed);
  expect(said()).toBe('No longer there');
  showToast({ text: 'Failed again', tone: 'danger' });
  showToast({ text: 'Added', tone: 'done' });
  expect(said()).toBe('Added');
});

it('undoes several of a kind together, while the first is still there', () => {
  const undone: string[] = [];
  const remove = (name: string) =>
    showToast({
      text: `Removed ${name}`,
      tone: 'done',
      action: { label: 'Undo', run: () => undone.push(name) },
      joins: { kind: 'removed', count: 1, textOf: (count) => `Removed ${count}` },
    });
  remove('Ada');
  expect(said()).toBe('Removed Ada');
  remove('Ben');
  const last = remove('Cem');
  expect(toastStore.read()).toMatchObject({ text: 'Removed 3', seconds: 10 });
  toastStore.read()?.action?.run();
  expect(undone).toEqual(['Ada', 'Ben', 'Cem']);
  hideToast(last);
  remove('Dan');
  expect(said()).toBe('Removed Dan');
  showToast({ text: 'Saved', tone: 'done' });
  remove('Eve');
  expect(said()).toBe('Removed Eve');
});

it('says it in the dialog that is open', () => {
  showToast({ text: 'Saved' });
  const leave = sayIn('a dialog');
  expect([said(), said('a dialog')]).toEqual([undefined, 'Saved']);
  leave();
  expect([said(), said('a dialog')]).toEqual(['Saved', undefined]);
});

it('says more of the same, and keeps what can be done about it', () => {
  const action = { label: 'Undo', run: () => undefined };
  const id = showToast({ text: 'Assigned 500', tone: 'done', action, seconds: 10 });
  sayMore(id, 'The other 20: Failed');
  expect(toastStore.read()).toMatchObject({
    text: 'Assigned 500. The other 20: Failed',
    tone: 'danger',
    action,
    seconds: 10,
  });
});

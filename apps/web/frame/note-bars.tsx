import { cls } from '@aangan/web/cls.ts';
import { formatTime, franchiseeLabel } from '@aangan/web/format.ts';
import { useWaiting } from '@aangan/web/local/offline-queue.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useAppConfig } from '../app-config.ts';
import { forgetOtherTab, useOtherTab } from '../other-tabs.ts';
import { takeNewVersion, useNewVersion } from '../service-worker.ts';
import { startSession } from '../session.ts';
import { chooseContext } from '../session-context.ts';
import { useShell } from '../session-state.ts';
import { storageRefused } from '../storage.ts';
import { stopViewing, viewing } from '../view-as.ts';
import classes from './frame.module.css';

/** 'n changes wait to be sent.' */
export const waitText = (n: number): string =>
  n === 1 ? '1 change waits to be sent.' : `${n} changes wait to be sent.`;

const refusedText = (n: number): string =>
  n === 1
    ? '1 change could not be saved. It stands beside your name.'
    : `${n} changes could not be saved. They stand beside your name.`;

// The kit's own hook believes in a network until it hears otherwise; a page that is opened without one hears nothing.
const watchOnline = (listener: () => void) => {
  for (const kind of ['online', 'offline'] as const) window.addEventListener(kind, listener);
  return () => {
    for (const kind of ['online', 'offline'] as const) window.removeEventListener(kind, listener);
  };
};

/** Whether this device has a network, as far as it knows. */
export const useOnline = (): boolean => useSyncExternalStore(watchOnline, () => navigator.onLine);

/** Strips under the bar: demo network, offline, a server away, another tab's centre, a browser that keeps nothing. */
export function NoteBars() {
  const { franchisee, phase } = useShell();
  const waiting = useWaiting();
  const refused = waiting.filter(({ state }) => state === 'REFUSED').length;
  const online = useOnline();
  const other = useOtherTab();
  const config = useAppConfig();
  const newVersion = useNewVersion();
  const mine = franchisee ? franchiseeLabel(franchisee.id, franchisee.companyName) : 'all centres';
  const theirs = other && (other.id === 0 ? 'all centres' : franchiseeLabel(other.id, other.companyName));
  const follow = () => {
    if (!other) return;
    forgetOtherTab();
    chooseContext({ franchiseeID: other.id }).catch((error: unknown) => notice.error(error));
  };
  return (
    <>
      {config?.demo && (
        <div className={cls(classes.notebar, classes.demo)}>
          Demo network: nothing here is real, and nothing leaves this machine.
        </div>
      )}
      {viewing() && <Viewing />}
      {!online && (
        <div className={classes.notebar} role="status">
          You are offline. {waiting.length > 0 ? waitText(waiting.length) : 'What you see may be old.'}
        </div>
      )}
      {online && phase === 'away' && (
        <div className={classes.notebar} role="status">
          Service Unavailable!
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => void startSession().catch(() => undefined)}
          >
            Try again
          </Button>
        </div>
      )}
      {online && waiting.length > 0 && (
        <div className={classes.notebar} role="status">
          {refused > 0 ? refusedText(refused) : waitText(waiting.length)}
        </div>
      )}
      {newVersion && (
        <div className={classes.notebar} role="status">
          A new version is ready.
          <Button size="compact-xs" variant="default" onClick={takeNewVersion}>
            Reload now
          </Button>
        </div>
      )}
      {storageRefused() && (
        <div className={classes.notebar} role="status">
          This browser does not keep your sign-in.
        </div>
      )}
      {other && (
        <div className={classes.notebar} role="status">
          This tab shows {mine}. You switched to {theirs} in another tab.
          <Button size="compact-xs" variant="default" onClick={follow}>
            Switch this tab
          </Button>
          <Button size="compact-xs" variant="default" onClick={forgetOtherTab}>
            Keep
          </Button>
        </div>
      )}
    </>
  );
}

/** Whose eyes this tab looks with. */
function Viewing() {
  const { me } = useShell();
  return (
    <div className={cls(classes.notebar, classes.demo)} role="status">
      Viewing as {me ? `${me.firstName} ${me.lastName}`.trim() : '…'}, until{' '}
      {formatTime(viewing()?.until ?? '')}. Nothing can be changed, and every look is logged under both names.
      <Button size="compact-xs" variant="default" onClick={stopViewing}>
        Stop
      </Button>
    </div>
  );
}

import { cls } from '@aangan/web/cls.ts';
import { franchiseeLabel } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Button } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useAppConfig } from '../app-config.ts';
import { forgetOtherTab, useOtherTab } from '../other-tabs.ts';
import { takeNewVersion, useNewVersion } from '../service-worker.ts';
import { chooseContext } from '../session.ts';
import { useShell } from '../session-state.ts';
import { storageRefused } from '../storage.ts';
import classes from './frame.module.css';

/** Strips under the bar: demo network, offline, another tab's centre, a browser that keeps nothing. */
export function NoteBars() {
  const { franchisee } = useShell();
  const { online } = useNetwork();
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
      {!online && (
        <div className={classes.notebar} role="status">
          You are offline. What you see may be old, and nothing can be saved until the network is back.
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

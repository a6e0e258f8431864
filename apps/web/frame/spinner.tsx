import { useBusy } from '@aangan/web/api/busy.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { Loader } from '@mantine/core';
import classes from './frame.module.css';

/** The global spinner: requests and route changes (specification 2). It never blocks. */
export function Spinner() {
  const t = useText();
  const busy = useBusy();
  return (
    <div className={classes.spinner}>
      {busy && <Loader size={28} role="status" aria-label={t('common.loading')} />}
    </div>
  );
}

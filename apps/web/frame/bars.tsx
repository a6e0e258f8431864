import { part } from '@aangan/web/part.ts';
import { useElementSize } from '@mantine/hooks';
import { Suspense, useEffect } from 'react';
import { useShell } from '../session-state.ts';
import { EnquiryAlert } from './enquiry-alert.tsx';
import classes from './frame.module.css';
import { NoteBars } from './note-bars.tsx';

const TrainingBanners = part(() => import('./training-banners.tsx'), 'TrainingBanners');

/** Everything that stands between the top bar and the page; pages know its height, so nothing is covered. */
export function Bars() {
  const { modules } = useShell();
  const { ref, height } = useElementSize();
  useEffect(() => {
    document.documentElement.style.setProperty('--a-banners', `${height}px`);
    return () => {
      document.documentElement.style.removeProperty('--a-banners');
    };
  }, [height]);
  return (
    <div ref={ref} className={classes.bars}>
      <NoteBars />
      <Suspense>{'trainingByTrainers' in modules && <TrainingBanners />}</Suspense>
      <EnquiryAlert />
    </div>
  );
}

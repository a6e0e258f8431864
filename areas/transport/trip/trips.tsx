// /transport/routes: the trips of a day; with ?trip= the run itself.
import { part } from '@aangan/web/part.ts';
import { useParam } from '@aangan/web/use-param.ts';
import { Suspense } from 'react';
import { TripBoard } from './trip-board.tsx';

const RunScreen = part(() => import('./run-screen.tsx'), 'RunScreen');

export function Trips() {
  const [trip] = useParam('trip');
  if (trip === null) return <TripBoard />;
  return (
    <Suspense>
      <RunScreen key={trip} id={trip} />
    </Suspense>
  );
}

import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { dayOf, formatDay, franchiseeLabel, weekdayOf } from '@aangan/web/format.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { ErrorState } from '@aangan/web/ui/error-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { TilesSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { Stack } from '@mantine/core';
import { Suspense } from 'react';
import classes from '../../../areas/shell/home/home.module.css';
import { Picture } from '../../../areas/shell/home/home-pictures.tsx';
import { FigureTile, ToDo } from '../../../areas/shell/home/home-tiles.tsx';
import { SetUp } from '../../../areas/shell/home/set-up.tsx';
import { useHomeCards } from '../../../areas/shell/home/use-home-cards.web.ts';
import { HomeNotices } from '../../../areas/shell/profile/home-notices.tsx';
import { noticeContract } from '../../../areas/shell/profile.contract.ts';
import { FamilyHome } from '../../../areas/students/public.web.tsx';
import { useShell } from '../session-state.ts';
import { Centres } from './home-centres.tsx';
import { elsewhere, FamilyMenu, HomeMenu } from './home-menu.tsx';
import { inOwnOrder } from './own-order.ts';
import { useOwnPreference } from './own-preference.ts';

/** Stands on the home itself. */
const CHILDREN = '/student/dashboard';

/** The home of everybody: what waits, the figures of the role in use, each with the way to its rows (shell.md 4.5). */
export function Home() {
  const { me, menu, menuReady, modules, franchisee, academicYear, phase } = useShell();
  const home = useHomeCards();
  const notices = useQuery(noticeContract.list, { limit: 30 }, { background: true });
  const today = dayOf(serverNow());
  const first = me?.firstName ?? '';
  const family = home.homes.includes('family');
  const children = family && 'StudentDashboard' in modules;
  const roleless = menuReady && Object.keys(modules).length === 0 && !me?.superAdmin;
  // What stands below waits for what stands above it: links must not move under the finger.
  const counting =
    phase !== 'away' && !((home.ready || home.error) && (notices.data !== undefined || notices.error));
  const line = [
    `${weekdayOf(today)}, ${formatDay(today)}`,
    family ? null : franchisee ? franchiseeLabel(franchisee.id, franchisee.companyName) : null,
    family ? null : (academicYear?.academicYear ?? null),
  ];
  return (
    <PageFrame title={first ? `${greeting()}, ${first}` : greeting()} crumbs={[]}>
      <Stack gap="md">
        <p className={classes.hello}>{line.filter(Boolean).join(' · ')}</p>
        {me?.superAdmin ? <SetUp /> : null}
        {home.error && !home.ready && phase === 'in' ? (
          <ErrorState error={home.error} retry={home.retry} />
        ) : home.ready ? (
          <Cards home={home} />
        ) : phase === 'away' ? null : (
          <TilesSkeleton tiles={8} />
        )}
        {children ? (
          <Suspense fallback={<TilesSkeleton tiles={4} />}>
            <FamilyHome />
          </Suspense>
        ) : (
          <HomeNotices rows={notices.data?.rows ?? []} />
        )}
        {counting ? null : menuReady && elsewhere(menu).length === 0 ? (
          <EmptyState
            title={roleless ? 'No role yet' : 'Nothing waits for you here'}
            help={
              roleless
                ? 'Your sign-in works, but no role has been given to you yet. Ask your administrator.'
                : 'Your role opens no further screen in this installation. Messages for you stand under the bell.'
            }
            action={{ label: 'Your profile', to: '/profile' }}
          />
        ) : family ? (
          <FamilyMenu menu={menu} without={children ? CHILDREN : null} />
        ) : (
          <HomeMenu menu={menu} />
        )}
      </Stack>
    </PageFrame>
  );
}

function Cards({ home }: { home: ReturnType<typeof useHomeCards> }) {
  const own = useOwnPreference()?.homeCards;
  const { retry } = home;
  const cards = own ? inOwnOrder(home.cards, own) : home.cards;
  const todo = cards.filter((card) => card.todo !== null && card.state !== 'FAILED');
  const known = new Set(todo.map((card) => card.key));
  const figures = cards.filter((card) => card.picture === 'number' && !known.has(card.key));
  const pictures = cards.filter((card) => card.picture !== 'number' && card.picture !== 'centres');
  const centres = cards.filter((card) => card.picture === 'centres');
  return (
    <>
      {todo.length > 0 && <ToDo cards={todo} />}
      {figures.length > 0 && (
        <div className={classes.tiles}>
          {figures.map((card) => (
            <FigureTile key={card.key} card={card} retry={retry} />
          ))}
        </div>
      )}
      {centres.length > 0 && <Centres cards={centres} />}
      {pictures.length > 0 && (
        <div className={classes.pictures}>
          {pictures.map((card) => (
            <Picture key={card.key} card={card} retry={retry} />
          ))}
        </div>
      )}
    </>
  );
}

function greeting(): string {
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', hour: '2-digit', hourCycle: 'h23' }).format(
      serverNow(),
    ),
  );
  return hour < 12 ? 'Good morning' : hour < 17 ? 'Good afternoon' : 'Good evening';
}

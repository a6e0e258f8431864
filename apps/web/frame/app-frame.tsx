import { useWaiting } from '@aangan/web/local/offline-queue.ts';
import { useWaitingAudits } from '@aangan/web/local/waiting-audits.ts';
import { part } from '@aangan/web/part.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { MOBILE_QUERY } from '@aangan/web/theme.ts';
import { AskAccessContext } from '@aangan/web/ui/ask-access.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { ErrorBoundary } from '@aangan/web/ui/error-boundary.tsx';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { Suspense, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { startSession } from '../session.ts';
import { loginPath, useShell } from '../session-state.ts';
import { readStored, writeStored } from '../storage.ts';
import { viewing } from '../view-as.ts';
import { Bars } from './bars.tsx';
import classes from './frame.module.css';
import { IdleDialog } from './idle-dialog.tsx';
import { LogoutDialog } from './logout-dialog.tsx';
import { MenuProblem } from './menu-problem.tsx';
import { useOnline } from './note-bars.tsx';
import { NoteVisits } from './note-visits.ts';
import { OfflineStart } from './offline-start.tsx';
import { TopBar } from './top-bar.tsx';
import { keepTyping, takeTyping } from './typed-ahead.ts';
import { useLeave } from './use-leave.ts';
import { useLinkedContext } from './use-linked-context.ts';
import { UserPreferences } from './user-preferences.tsx';

const LeftDrawer = part(() => import('./left-drawer.tsx'), 'LeftDrawer');
const RightDrawer = part(() => import('./right-drawer.tsx'), 'RightDrawer');
const AskHereLater = part(() => import('../../../areas/shell/access/lost-access.tsx'), 'AskHere');
const ViewMark = part(() => import('./view-mark.tsx'), 'ViewMark');
const Palette = part(() => import('./palette.tsx'), 'Palette');

const AskHere = () => (
  <Suspense>
    <AskHereLater />
  </Suspense>
);

/** The frame of every signed-in screen: top bar, drawers, bars, palette. */
export function AppFrame() {
  const t = useText();
  const shell = useShell();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const mobile = useMediaQuery(MOBILE_QUERY, false, { getInitialValueInEffect: false });
  const [left, setLeft] = useState(() => readStored('menuShow') === true);
  const [right, setRight] = useState(false);
  const [palette, setPalette] = useState(false);
  const [seen, setSeen] = useState({ left: false, right: false, palette: false });
  const leave = useLeave();
  const audits = useWaitingAudits();
  const waiting = useWaiting().length + audits.answers + audits.photos;
  const online = useOnline();
  useLinkedContext();

  const show = (part: 'left' | 'right' | 'palette', on: boolean) => {
    if (on) setSeen((before) => ({ ...before, [part]: true }));
    if (part === 'left') {
      setLeft(on);
      writeStored('menuShow', on);
    } else (part === 'right' ? setRight : setPalette)(on);
    if (part === 'palette') (on ? keepTyping : takeTyping)();
  };
  useHotkeys(
    [
      ['mod+K', () => show('palette', true)],
      ['alt+F', () => show('right', true)],
      ['alt+Y', () => show('right', true)],
      ['alt+R', () => document.querySelector<HTMLElement>('[data-role-select]')?.focus()],
    ],
    [],
  );

  if (shell.phase === 'out') return <Navigate to={loginPath(shell.left, `${pathname}${search}`)} replace />;
  return (
    <>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <TopBar
        mobile={mobile}
        onLeft={() => show('left', !left)}
        onRight={() => show('right', !right)}
        onPalette={() => show('palette', true)}
        // What waits to be sent goes with its person: then it is asked first.
        onSwitch={waiting > 0 ? leave.ask : leave.yes}
      />
      <Bars />
      <main id="main" tabIndex={-1} className={classes.main}>
        {shell.phase === 'away' && shell.menuReady && <OfflineStart online={online} />}
        {shell.phase === 'away' && !shell.menuReady ? (
          <EmptyState
            title={t('error.unavailable')}
            action={{ label: t('action.retry'), run: () => startSession().catch(() => undefined) }}
          />
        ) : (
          <ErrorBoundary resetOn={pathname}>
            {/* A change of centre or role gives every screen a fresh start; its address stays. */}
            <AskAccessContext value={AskHere}>
              <Outlet key={`${shell.franchisee?.id ?? 0}-${shell.academicYear?.id ?? 0}-${shell.role.id}`} />
            </AskAccessContext>
          </ErrorBoundary>
        )}
      </main>
      <Suspense>
        {(seen.left || (mobile && left)) && (
          <LeftDrawer opened={mobile && left} onClose={() => show('left', false)} />
        )}
        {seen.right && (
          <RightDrawer
            opened={right}
            onClose={() => show('right', false)}
            onLogout={() => {
              setRight(false);
              leave.ask();
            }}
          />
        )}
        {seen.palette && (
          <Palette
            opened={palette}
            onClose={() => show('palette', false)}
            onGo={(link) => void navigate(link)}
          />
        )}
      </Suspense>
      <LogoutDialog leave={leave} />
      <MenuProblem />
      <UserPreferences />
      {viewing() ? (
        <Suspense>
          <ViewMark />
        </Suspense>
      ) : (
        <>
          <IdleDialog />
          <NoteVisits />
        </>
      )}
    </>
  );
}

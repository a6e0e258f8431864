import { queryClient } from '@aangan/web/api/query-client.ts';
import { part } from '@aangan/web/part.ts';
import { type Session, SessionContext } from '@aangan/web/session/use-session.ts';
import { TextProvider } from '@aangan/web/text/text.tsx';
import { useNoticesNeeded } from '@aangan/web/ui/notices-needed.ts';
import { ConfirmProvider } from '@aangan/web/ui/use-confirm.tsx';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { applyLanguage, isLanguageChosen, useAppliedLanguage } from './appearance.ts';
import { guard } from './guard.ts';
import { useShell } from './session-state.ts';
import { Themed } from './themed.tsx';

/** Theme, texts, data and session around everything. */
export function Providers({ children }: { children: ReactNode }) {
  const language = useAppliedLanguage();
  const session = useAreaSession();
  return (
    <Themed>
      <QueryClientProvider client={queryClient}>
        <TextProvider language={language} onChange={applyLanguage} isChosen={isLanguageChosen}>
          <SessionContext value={session}>
            <ConfirmProvider>{children}</ConfirmProvider>
            <Notices />
          </SessionContext>
        </TextProvider>
      </QueryClientProvider>
    </Themed>
  );
}

const loadNotices = () => import('@aangan/web/ui/notice-layer.tsx');
const NoticeLayer = part(loadNotices, 'NoticeLayer');

function Notices() {
  const needed = useNoticesNeeded();
  const signedIn = useShell().me !== null;
  // The first notice may be that the network is gone, when nothing more can be loaded.
  useEffect(() => {
    if (signedIn) void loadNotices().catch(() => undefined);
  }, [signedIn]);
  return <Suspense>{needed && <NoticeLayer />}</Suspense>;
}

/** The smaller session that areas' screens see. */
function useAreaSession(): Session {
  const { me, role, franchisee, franchisees, academicYear, modules, codes, phase, children } = useShell();
  return useMemo(() => {
    const superAdmin = me?.superAdmin ?? false;
    const who = {
      signedIn: phase !== 'out',
      superAdmin,
      modules,
      codes,
      franchiseeChosen: franchisee !== null,
    };
    return {
      me,
      superAdmin,
      family: children.length > 0,
      role,
      franchisee,
      academicYear,
      centres: franchisees.filter(({ id }) => id !== 0),
      holds: (module, write = false) => guard({ module, ...(write ? { write } : {}) }, who) === 'pass',
    };
  }, [me, role, franchisee, franchisees, academicYear, modules, codes, phase, children]);
}

import { useQuery } from '@aangan/web/api/use-query.ts';
import { CardBoard } from '@aangan/web/board/card-board.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { texts, useText } from '@aangan/web/text/text.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { TilesSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { homeContract, strengthBoard } from './home.contract.ts';
import { ParentHome } from './parent-home.tsx';

const words = texts({ title: 'My child' }, { title: 'मेरा बच्चा' });

/** /student/dashboard has two faces: a parent sees the own child, staff the strength of their centre (students.md D7). */
export function StudentDashboard() {
  const t = useText(words);
  const [student, pick] = useParam('child');
  const home = useQuery(homeContract.child, student ? { student } : {});
  const family = home.data?.family ?? false;
  return (
    <PageFrame
      title={home.data ? (family ? t('title') : 'Student dashboard') : t('title')}
      crumbs={[]}
      {...(home.data && !family ? { context: 'centre-year' as const } : {})}
    >
      <QueryState query={home} skeleton={<TilesSkeleton tiles={4} />}>
        {(data) => (data.family ? <ParentHome home={data} pick={pick} /> : <StaffFace />)}
      </QueryState>
    </PageFrame>
  );
}

function StaffFace() {
  const { holds } = useSession();
  if (!holds('student'))
    return (
      <EmptyState
        title="No figures for your role"
        help="The strength of a centre is shown to who works with its students."
      />
    );
  return <CardBoard of={strengthBoard} />;
}

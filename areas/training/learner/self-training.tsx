import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { part } from '@aangan/web/part.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Line } from '@aangan/web/ui/order-line.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { TextSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import '../training-look.tsx';
import { CertificateLines } from '../certificate/certificate-lines.tsx';
import { recordPath } from '../performance/record-path.web.ts';
import { dueOf, Ring } from './course-progress.tsx';
import { type Course, learnerContract as contract } from './learner.contract.ts';
import { clock, courseLink, homeLink, itemLink } from './learner-links.ts';
import { TakeTest } from './take-test.tsx';

type Home = OutputOf<typeof contract.home>;
const CoursePage = part(() => import('./course-page.tsx'), 'CoursePage');
const ItemPage = part(() => import('./item-page.tsx'), 'ItemPage');
const AttemptPage = part(() => import('./attempt-page.tsx'), 'AttemptPage');

/** /self-training: the board, and inside `?module&item&attempt` a module, an item or a test. */
export function SelfTraining() {
  const [params] = useSearchParams();
  const [module, item, attempt, due] = ['module', 'item', 'attempt', 'due'].map((name) => params.get(name));
  if (attempt)
    return (
      <Suspense fallback={<TextSkeleton />}>
        <AttemptPage key={attempt} id={attempt} />
      </Suspense>
    );
  if (module && item)
    return (
      <Suspense fallback={<TextSkeleton />}>
        <ItemPage key={item} enrollmentId={module} itemId={item} />
      </Suspense>
    );
  if (module)
    return (
      <Suspense fallback={<TextSkeleton />}>
        <CoursePage key={module} id={module} />
      </Suspense>
    );
  return due ? <DueModules /> : <Board />;
}

/** `?due=`: what is overdue or due within two weeks, as the home counts it. */
function DueModules() {
  const query = useQuery(contract.due, { due: 'SOON' }, { fresh: 0 });
  return (
    <PageFrame title="My modules due" crumbs={[{ label: 'Self-training', to: homeLink }]}>
      <QueryState query={query}>
        {({ rows }) => <Courses courses={rows} none="Nothing is due in the next two weeks." />}
      </QueryState>
    </PageFrame>
  );
}

function Board() {
  const { franchisee } = useSession();
  const query = useQuery(contract.home, {}, { fresh: 0 });
  return (
    <PageFrame
      title="Self-training"
      menu={[
        {
          label: 'My training record',
          hidden: !query.data?.staffId,
          to: recordPath(query.data?.staffId ?? ''),
        },
      ]}
    >
      <QueryState query={query}>
        {(home) =>
          home.approved ? (
            <Stack gap="md">
              {home.goOn ? <GoOn {...home.goOn} /> : null}
              <Courses courses={home.courses} none="Nothing assigned. Choose from the catalogue." />
              <CertificateLines certificates={home.certificates} />
              {home.tests.length > 0 ? <Tests tests={home.tests} /> : null}
              <Catalogue modules={home.catalogue} />
            </Stack>
          ) : (
            <Section>
              <Text role="status">
                {franchisee === null
                  ? 'Teachers and other approved staff of a centre learn here. You are not listed as staff of a centre.'
                  : 'Approved staff of a centre learn here. Ask your centre head to have you approved.'}
              </Text>
            </Section>
          )
        }
      </QueryState>
    </PageFrame>
  );
}

const GoOn = ({ enrollmentId, itemId, title, module, position, durationS }: NonNullable<Home['goOn']>) => (
  <Section title="Continue">
    <Group justify="space-between" gap="md">
      <div>
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed">
          {[module, durationS === null ? null : `${clock(position)} of ${clock(durationS)}`]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      <Button component={Link} to={itemLink(enrollmentId, itemId)}>
        Continue
      </Button>
    </Group>
  </Section>
);

const Courses = ({ courses, none }: { courses: readonly Course[]; none: string }) => (
  <Section title="My modules">
    {courses.length === 0 ? <Text c="dimmed">{none}</Text> : null}
    {courses.map((one) => (
      <Line
        key={one.id}
        end={
          one.can.open ? (
            <Button
              size="xs"
              component={Link}
              to={courseLink(one.id)}
              variant={one.status === 'COMPLETED' ? 'default' : 'filled'}
            >
              {one.status === 'APPROVED' ? 'Start' : one.status === 'COMPLETED' ? 'Read again' : 'Continue'}
            </Button>
          ) : null
        }
      >
        <Group gap="sm" wrap="nowrap">
          <Ring progressBp={one.progressBp} />
          <div>
            <Group gap="xs">
              <Text fw={600}>{one.title}</Text>
              <StatusTag area="teacher-enrollment" state={one.status} />
            </Group>
            <Text size="sm" c="dimmed">
              {one.group}
            </Text>
            <Text size="sm">{dueOf(one)}</Text>
            {one.status === 'REJECTED' && one.reason ? <Text size="sm">{one.reason}</Text> : null}
          </div>
        </Group>
      </Line>
    ))}
  </Section>
);

const Tests = ({ tests }: { tests: Home['tests'] }) => (
  <Section title="Open tests">
    {tests.map((one) => (
      <TakeTest
        key={`${one.enrollmentId} ${one.id}`}
        test={one}
        enrollmentId={one.enrollmentId}
        second={one.module}
      />
    ))}
  </Section>
);

function Catalogue({ modules }: { modules: Home['catalogue'] }) {
  const groups = [...new Set(modules.map(({ group }) => group))];
  const enrol = useCommand(contract.enrol, {
    onDone: ({ status }) =>
      notice.ok(status === 'REQUESTED' ? 'Asked for. Your centre head decides.' : 'You can start now.'),
    onError: (error) => notice.error(error),
  });
  return (
    <Section title="Catalogue">
      {modules.length === 0 ? <Text c="dimmed">You have every module that is published for you.</Text> : null}
      {groups.map((group) => (
        <div key={group}>
          <Text fw={600} size="sm" c="dimmed" mt="xs">
            {group}
          </Text>
          {modules
            .filter((one) => one.group === group)
            .map((one) => (
              <Line
                key={one.id}
                end={
                  one.can.start || one.can.request ? (
                    <Button
                      size="xs"
                      variant="default"
                      loading={enrol.running}
                      aria-label={`${one.can.start ? 'Start' : 'Request'} ${one.title}`}
                      onClick={() => void enrol.run({ moduleId: one.id })}
                    >
                      {one.can.start ? 'Start' : 'Request'}
                    </Button>
                  ) : null
                }
              >
                <Text fw={600}>{one.title}</Text>
                <Text size="sm" c="dimmed">
                  {[
                    one.topics === 1 ? '1 topic' : `${one.topics} topics`,
                    one.minutes > 0 ? `${one.minutes} minutes` : null,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </Text>
                {one.description ? <Text size="sm">{one.description}</Text> : null}
              </Line>
            ))}
        </div>
      ))}
    </Section>
  );
}

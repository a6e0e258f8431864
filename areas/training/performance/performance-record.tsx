import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatDay, formatPercent } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { Line } from '@aangan/web/ui/order-line.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { progressText } from '../progress/progress-text.ts';
import '../training-look.tsx';
import { certificateContract, type OwnCertificate } from '../certificate/certificate.contract.ts';
import {
  CERTIFICATE_REFRESH,
  CertificateLines,
  RevokeCertificate,
} from '../certificate/certificate-lines.tsx';
import { gateWords } from '../gate/training-gate.record.ts';
import { trainingModules as m } from '../modules.ts';
import { performanceContract as contract } from './performance.contract.ts';

type Found = OutputOf<typeof contract.record>;
const share = (bp: number | null): string | null => (bp === null ? null : formatPercent(bp));

/** /self-training/teacher-performance-record/{staffID}: certificates, trainings, modules and attempts of one person. */
export function PerformanceRecord() {
  const { staffID = '' } = useParams();
  const query = useQuery(contract.record, { staffId: staffID }, { fresh: 0 });
  const lists = useSession().holds(m.teacherPerformance, false);
  return (
    <PageFrame
      title={query.data?.name ?? 'Training record'}
      crumbs={[
        lists
          ? { label: 'Teacher performance', to: '/self-training/teacher-performance' }
          : { label: 'Self-training', to: '/self-training' },
      ]}
    >
      <QueryState query={query}>
        {(found) => (
          <Stack gap="md">
            <Section>
              <Facts
                items={[
                  { label: 'Employee code', value: found.employeeCode },
                  { label: 'Centre', value: found.centre },
                  { label: 'Mean score', value: share(found.meanBp) },
                  { label: 'Attendance', value: share(found.attendanceBp) },
                ]}
              />
            </Section>
            <Lacks lacks={found.lacks} />
            <Certificates found={found} />
            <Modules modules={found.modules} />
            <Attempts attempts={found.attempts} />
            <Trainings trainings={found.trainings} />
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

/** A gate closes nothing: it says what is missing. */
const Lacks = ({ lacks }: Pick<Found, 'lacks'>) =>
  lacks.length === 0 ? null : (
    <Alert color="warning" variant="light" role="status" title="Certificates are missing">
      {lacks.map((one) => (
        <Text key={one.id} size="sm">
          {`${one.certificate}, for ${gateWords.get(one.work) ?? one.work}`}
        </Text>
      ))}
    </Alert>
  );

function Certificates({ found }: { found: Found }) {
  const [asked, ask] = useState<'issue' | OwnCertificate | null>(null);
  const close = () => ask(null);
  return (
    <>
      <CertificateLines
        certificates={found.certificates}
        action={
          found.can.issue ? (
            <Button size="xs" variant="default" onClick={() => ask('issue')}>
              Issue certificate
            </Button>
          ) : null
        }
        onRevoke={ask}
      />
      {asked === 'issue' ? (
        <CommandDialog
          of={certificateContract.issue}
          title={`Certificate of ${found.name}`}
          text="Modules and trainings issue theirs by themselves. What somebody has learnt elsewhere is certified here."
          confirm="Issue certificate"
          start={{ staffId: found.id }}
          refresh={CERTIFICATE_REFRESH}
          done={({ number }) => `Certificate ${number} is issued.`}
          onClose={close}
        />
      ) : null}
      {asked !== null && asked !== 'issue' ? <RevokeCertificate {...asked} onClose={close} /> : null}
    </>
  );
}

const Modules = ({ modules }: Pick<Found, 'modules'>) => (
  <Section title="Modules">
    {modules.length === 0 ? <Text c="dimmed">No module yet.</Text> : null}
    {modules.map((one) => (
      <Line key={one.id} end={<StatusTag area="teacher-enrollment" state={one.status} />}>
        <Text fw={600}>{one.title}</Text>
        <Text size="sm" c={one.overdue ? 'var(--a-danger-text)' : 'dimmed'}>
          {[
            `${progressText(one.progressBp)} done`,
            one.bestScoreBp === null ? null : `best score ${formatPercent(one.bestScoreBp)}`,
            one.dueOn === null || one.completedAt !== null
              ? null
              : `${one.overdue ? 'overdue since' : 'due'} ${formatDay(one.dueOn)}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {one.completedAt === null ? null : (
          <Text size="sm">
            Completed <InstantText at={one.completedAt} />
          </Text>
        )}
      </Line>
    ))}
  </Section>
);

const Attempts = ({ attempts }: Pick<Found, 'attempts'>) => (
  <Section title="Tests">
    {attempts.length === 0 ? <Text c="dimmed">No test was taken yet.</Text> : null}
    {attempts.map((one) => (
      <Line
        key={one.id}
        end={
          <StatusTag
            area="assessment-attempt"
            state={one.status === 'OPEN' ? 'OPEN' : one.passed ? 'PASSED' : 'FAILED'}
          />
        }
      >
        <Text fw={600}>{`${one.test}, attempt ${one.attemptNo}`}</Text>
        <Text size="sm" c="dimmed">
          {[one.module, share(one.scoreBp), one.status === 'EXPIRED' ? 'the time ran out' : null]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <Text size="sm">
          <InstantText at={one.startedAt} />
        </Text>
      </Line>
    ))}
  </Section>
);

const Trainings = ({ trainings }: Pick<Found, 'trainings'>) => (
  <Section title="Trainings">
    {trainings.length === 0 ? <Text c="dimmed">No training yet.</Text> : null}
    {trainings.map((one) => (
      <Line
        key={one.id}
        end={
          one.response === 'DECLINED' ? (
            <StatusTag area="training-response" state={one.response} />
          ) : (
            <StatusTag area="training-mark" state={one.mark} />
          )
        }
      >
        <Text fw={600}>{one.title}</Text>
        <Text size="sm" c="dimmed">
          {[
            one.code,
            one.fromDate === one.toDate
              ? formatDay(one.fromDate)
              : `${formatDay(one.fromDate)} to ${formatDay(one.toDate)}`,
            one.heldMin > 0 ? `${one.attendedMin} of ${one.heldMin} minutes` : null,
            one.status === 'CANCELLED' ? 'cancelled' : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Line>
    ))}
  </Section>
);

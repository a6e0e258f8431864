import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { auditContract as contract } from '../engine/audit.contract.ts';
import { CentreChoice } from './centre-choice.tsx';
import { deviceId } from './device-id.web.ts';
import { runPath } from './runner-paths.ts';

/** /audit/add/{type}, /general-audit/add-audit: what is audited, when, and whom it is about. */
export function StartAudit() {
  const { franchisee } = useSession();
  return (
    <PageFrame title="New audit" context="centre-year">
      {franchisee ? (
        <Choices />
      ) : (
        <Section title="Start">
          <CentreChoice />
        </Section>
      )}
    </PageFrame>
  );
}

function Choices() {
  const { type: slug } = useParams();
  const [params] = useSearchParams();
  const query = useQuery(contract.choices, {});
  return (
    <QueryState query={query}>
      {(choices) => {
        const types = choices.types.filter((one) =>
          slug === undefined ? one.family === 'GENERAL' : one.slug === slug,
        );
        return types.length === 0 ? (
          <EmptyState
            title={slug === undefined ? 'No general audit types yet' : 'No such audit type yet'}
            help="Audit types are made under Audit categories."
          />
        ) : (
          <StartForm
            types={types}
            first={params.get('type')}
            visitId={params.get('visit')}
            staff={choices.staff}
            sections={choices.sections}
          />
        );
      }}
    </QueryState>
  );
}

type Type = OutputOf<typeof contract.choices>['types'][number];
interface Named {
  id: string;
  name: string;
}

const optionsOf = (rows: readonly Named[]) => rows.map(({ id, name }) => ({ value: id, label: name }));

function StartForm({
  types,
  first,
  visitId,
  staff,
  sections,
}: {
  types: readonly Type[];
  /** Short name of the kind the person came for. */
  first: string | null;
  /** The visit whose work it is. */
  visitId: string | null;
  staff: readonly Named[];
  sections: readonly Named[];
}) {
  const navigate = useNavigate();
  // One id for this form: pressed twice it is one audit.
  const [id] = useState(() => crypto.randomUUID());
  const [typeId, setType] = useState((types.find((one) => one.slug === first) ?? types[0])?.id ?? '');
  const [day, setDay] = useState(() => todayIst(serverNow()));
  const [about, setAbout] = useState<string | null>(null);
  const type = types.find((one) => one.id === typeId);
  const start = useCommand(contract.start, {
    onDone: () => void navigate(runPath(type?.family ?? '', id), { replace: true }),
    onError: (error) => notice.error(error),
  });
  if (!type) return null;
  const teacher = type.subject === 'TEACHER';
  const named = type.subject === 'CENTRE' || about !== null;
  return (
    <Section title="Start">
      <Stack gap="md" maw={480}>
        <FieldInput
          kind="choice"
          label="Audit"
          options={optionsOf(types)}
          value={typeId}
          onChange={(value) => {
            setType(String(value));
            setAbout(null);
          }}
        />
        {type.missing ? <Alert color="warning">{type.missing}</Alert> : null}
        {type.self ? (
          <Alert color="info">
            Head office runs this audit. You run it as a self check, which nobody reviews.
          </Alert>
        ) : null}
        {visitId === null ? (
          <FieldInput kind="date" label="Day" value={day} onChange={(value) => setDay(String(value))} />
        ) : (
          <Text size="sm">This audit is the work of the visit planned for today.</Text>
        )}
        {type.subject === 'CENTRE' ? null : (
          <FieldInput
            kind="choice"
            label={teacher ? 'Teacher' : 'Section'}
            options={optionsOf(teacher ? staff : sections)}
            value={about}
            onChange={(value) => setAbout(value === null ? null : String(value))}
          />
        )}
        <Button
          style={{ alignSelf: 'flex-start' }}
          disabled={type.missing !== null || !named}
          loading={start.running}
          onClick={() =>
            void deviceId().then((device) =>
              start.run({
                id,
                typeId,
                auditOn: day,
                visitId,
                staffId: teacher ? about : null,
                sectionId: type.subject === 'SECTION' ? about : null,
                deviceId: device,
              }),
            )
          }
        >
          Start
        </Button>
      </Stack>
    </Section>
  );
}

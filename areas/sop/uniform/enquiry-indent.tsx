import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Anchor, Group, List, Select, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { type GridChild, IndentDesk, type SentResult, type SentRow } from '../../orders/public.web.tsx';
import { sopModules } from '../modules.ts';
import { readerContract } from '../reader/reader.contract.ts';
import { enquiryIndentContract as contract } from './enquiry-indent.contract.ts';

type Facts = OutputOf<typeof contract.children>;
type Child = Facts['children'][number];
const ALL = '/indent/all-uniform-indents';

/** /sop/enquiry-uniform-indent: uniforms of children who are about to be admitted. */
export function EnquiryIndent() {
  const { franchisee, academicYear, holds } = useSession();
  return (
    <PageFrame
      title="Uniform indents for enquiries"
      context="centre-year"
      menu={[{ label: 'All indents', to: ALL }]}
    >
      {franchisee === null ? (
        <EmptyState
          title="Select Franchisee"
          help="Uniforms are asked for by one centre. Choose it in the top bar."
        />
      ) : academicYear === null ? (
        <EmptyState title="Please Select Acadamic Year" help="Uniforms are of one academic year." />
      ) : (
        <Stack gap="md">
          <Work key={`${franchisee.id} ${academicYear.id}`} />
          {holds(sopModules.sop, false) ? <WhatTheSopSays /> : null}
        </Stack>
      )}
    </PageFrame>
  );
}

function Work() {
  const query = useQuery(contract.children, {}, { fresh: 0 });
  return <QueryState query={query}>{(facts) => <Children {...facts} />}</QueryState>;
}

/** What is missing in the enquiry before a size can be chosen. */
const missing = ({ classId, gender }: Child): string | null => {
  const what = [classId === null ? 'class' : null, gender === null ? 'gender' : null].filter(Boolean);
  return what.length === 0 ? null : `Enter the ${what.join(' and the ')} in the enquiry first`;
};
const gridChild = (one: Child): GridChild => ({
  key: one.enquiryId,
  child: one.child,
  second: [one.enquiryCode, one.className, one.stage].filter(Boolean).join(' · '),
  classId: one.classId ?? 0,
  gender: one.gender ?? 'OTHER',
  ageMonths: one.ageMonths,
  heightCm: one.heightCm,
  missing: missing(one),
  indentNo: one.indentNo,
  indentId: one.indentId,
});

function Children({ children, styles }: Facts) {
  const [of, setOf] = useParam('class');
  const submit = useCommand(contract.submitMany, { refresh: ['enquiry-indent', 'uniform-indent'] });
  const classes = [
    ...new Map(
      children.flatMap((one) => (one.classId === null ? [] : [[String(one.classId), one.className ?? '']])),
    ),
  ];
  const shown = children.filter((one) => of === null || String(one.classId) === of);
  const worn = styles.filter((style) => shown.some((one) => one.classId === style.classId));
  const send = async (rows: readonly SentRow[]): Promise<readonly SentResult[] | null> => {
    const done = await submit.run({
      rows: rows.map(({ key, heightCm, lines }) => ({ enquiryId: key, heightCm, lines })),
    });
    return done?.rows ?? null;
  };
  return (
    <Stack gap="md">
      {classes.length > 1 ? (
        <Group>
          <Select
            label="Class"
            placeholder="All"
            clearable
            data={classes.map(([value = '', label = '']) => ({ value, label }))}
            value={of}
            onChange={setOf}
          />
        </Group>
      ) : null}
      <IndentDesk
        rows={shown.map(gridChild)}
        styles={worn}
        second={false}
        running={submit.running}
        error={submit.error}
        onSend={send}
        empty={
          <EmptyState
            title="No child is about to be admitted"
            help="Children stand here from the completed admission form until they are enrolled."
          />
        }
      />
    </Stack>
  );
}

/** Sections of the SOPs that speak of uniforms. */
function WhatTheSopSays() {
  const query = useQuery(readerContract.home, { q: 'uniform' });
  const found = query.data?.found ?? [];
  if (found.length === 0) return null;
  return (
    <Section title="What the SOP says">
      <List>
        {found.map(({ id, folderId, code, title }) => (
          <List.Item key={id}>
            <Anchor component={Link} to={`/sop/folder/${folderId}?section=${id}`}>
              {title}
            </Anchor>{' '}
            <Text span size="sm" c="dimmed">
              {code}
            </Text>
          </List.Item>
        ))}
      </List>
    </Section>
  );
}

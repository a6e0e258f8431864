import { useQuery } from '@aangan/web/api/use-query.ts';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import type { RowAction } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Text } from '@mantine/core';
import { consentListContract } from '../consent/consent-list.contract.ts';
import { ConsentTab } from '../consent/consent-tab.tsx';
import { channelLabels } from '../message/message.contract.ts';
import { communicationModules } from '../modules.ts';
import { templateContract } from './template.contract.ts';
import { templates } from './template.listing.ts';
import { TemplateDrawer } from './template-drawer.tsx';
import { templatePaths as paths } from './template-look.tsx';

type Row = ListingRow<typeof templates.endpoints.list>;

const cells = {
  name: {
    minWidth: 200,
    second: (row: Row) =>
      row.dltMissing
        ? 'Registry ids missing'
        : row.liveVersion !== null && row.liveVersion < row.versionNo
          ? `Version ${row.liveVersion} is sent`
          : null,
  },
  status: { cell: (row: Row) => <StatusTag area="template" state={row.status} /> },
};

/** /communications/templates: own texts, the product's, the texts of consents and their answers. */
export function TemplateList() {
  const { holds } = useSession();
  const add = holds(communicationModules.communicationTemplates, true)
    ? { label: 'Create template', to: paths.create }
    : undefined;
  return (
    <PageFrame title="Templates" context="centre" primary={add}>
      <PageTabs
        tabs={[
          { value: 'templates', label: 'Templates', content: <Own add={add} /> },
          { value: 'system', label: 'System texts', content: <SystemTexts /> },
          { value: 'consent-texts', label: 'Consent texts', content: <ConsentTexts /> },
          { value: 'consents', label: 'Consents', content: <ConsentTab /> },
        ]}
      />
    </PageFrame>
  );
}

function Own({ add }: { add: { label: string; to: string } | undefined }) {
  const list = useListing(templates);
  const actions = (row: Row): RowAction[] => [
    { label: 'Edit', to: paths.edit(row.id), hidden: !row.can.edit, edit: true },
    { label: 'Copy', to: `${paths.create}?copy=${row.id}`, hidden: !add },
  ];
  return (
    <ListingTable
      of={templates}
      list={list}
      cells={cells}
      drawer={TemplateDrawer}
      actions={actions}
      empty={{
        title: 'No template yet.',
        help: 'Texts for campaigns by SMS and e-mail stand here.',
        action: add,
      }}
    />
  );
}

const capital = (words: string): string =>
  words.charAt(0).toUpperCase() + words.slice(1).replaceAll('-', ' ');
const wayLabel = (way: string): string => channelLabels[way as keyof typeof channelLabels] ?? way;

function SystemTexts() {
  const query = useQuery(templateContract.system, {});
  return (
    <QueryState query={query}>
      {({ rows }) => (
        <Section title={`${rows.length} texts that Aangan sends by itself`} flush>
          <ShortTable
            label="System texts"
            rows={rows}
            keyOf={({ key }) => key}
            minWidth={760}
            columns={[
              {
                id: 'key',
                label: 'Message',
                cell: ({ key }) => capital(key.replace(/^[a-z]+\./, '')),
                second: ({ key, category }) =>
                  `${capital(key.replace(/\..*/, ''))} · ${category.toLowerCase()}`,
              },
              {
                id: 'text',
                label: 'Text',
                cell: ({ en }) => <Text size="sm">{en}</Text>,
                second: ({ hi }) => hi && <span lang="hi">{hi}</span>,
              },
              { id: 'channels', label: 'Ways', cell: ({ channels }) => channels.map(wayLabel).join(', ') },
              { id: 'units', label: 'SMS units', align: 'end', cell: ({ units }) => units },
            ]}
          />
        </Section>
      )}
    </QueryState>
  );
}

function ConsentTexts() {
  const query = useQuery(consentListContract.texts, {});
  return (
    <QueryState query={query}>
      {({ rows }) => (
        <Section title="What families answer" flush>
          <ShortTable
            label="Consent texts"
            rows={rows}
            keyOf={({ purpose, version }) => `${purpose}${version}`}
            minWidth={760}
            columns={[
              {
                id: 'title',
                label: 'Consent',
                cell: ({ title }) => title,
                second: ({ version, languages }) => `Version ${version} · ${languages}`,
              },
              {
                id: 'text',
                label: 'Text',
                cell: ({ en }) => <Text size="sm">{en}</Text>,
                second: ({ hi }) => hi && <span lang="hi">{hi}</span>,
              },
              { id: 'answers', label: 'Answers', align: 'end', cell: ({ answers }) => answers },
            ]}
          />
        </Section>
      )}
    </QueryState>
  );
}

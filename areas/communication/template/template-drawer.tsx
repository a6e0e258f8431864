import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Template, templateContract, type Variant } from './template.contract.ts';
import { categories } from './template.states.ts';
import { templatePaths } from './template-look.tsx';
import { sampleOf } from './template-text.ts';

const languages = { en: 'English', hi: 'Hindi' } as const;

export function TemplateDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(templateContract.get, { id }, { fresh: 0 });
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={query.data?.name ?? 'Template'}>
      <QueryState query={query}>
        {(row) => (
          <Stack gap="md">
            <Steps row={row} />
            <Facts
              items={[
                { label: 'Status', value: <StatusTag area="template" state={row.status} /> },
                { label: 'Type', value: row.type },
                { label: 'User type', value: row.userType },
                { label: 'Category', value: categories[row.category] },
                { label: 'Version', value: row.versionNo },
                { label: 'Version that is sent', value: row.liveVersion, hidden: row.liveVersion === null },
                { label: 'Written by', value: row.writtenBy },
                { label: 'Paused because', value: row.pauseReason, hidden: row.pauseReason === null },
              ]}
            />
            {row.variants.map((one) => (
              <VariantText key={one.language} row={row} one={one} />
            ))}
            {row.live?.map((one) => (
              <VariantText key={`live-${one.language}`} row={row} one={one} live />
            ))}
            <HistoryPanel kind="template" id={id} />
          </Stack>
        )}
      </QueryState>
    </Drawer>
  );
}

function VariantText({ row, one, live = false }: { row: Template; one: Variant; live?: boolean }) {
  const { text, units, length } = sampleOf({ ...one, type: row.type }, row.variables);
  return (
    <Section
      title={
        live ? `Sent now: version ${row.liveVersion}, ${languages[one.language]}` : languages[one.language]
      }
    >
      <Stack gap="xs">
        {one.subject && <Text fw={600}>{one.subject}</Text>}
        <Text style={{ whiteSpace: 'pre-wrap' }} {...(one.language === 'hi' ? { lang: 'hi' } : {})}>
          {text}
        </Text>
        {row.type === 'SMS' && (
          <Text size="sm" c="dimmed">
            {length} characters, {units} {units === 1 ? 'unit' : 'units'} ·{' '}
            {one.header ? `header ${one.header}` : 'no header'} ·{' '}
            {one.dltTemplateId ? `template id ${one.dltTemplateId}` : 'not registered'}
          </Text>
        )}
      </Stack>
    </Section>
  );
}

type Asked = 'activate' | 'return' | 'pause';

function Steps({ row }: { row: Template }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const said = (done: string) => ({
    refresh: ['template'],
    onDone: () => notice.ok(done),
    onError: (error: unknown) => notice.error(error),
  });
  const submit = useCommand(templateContract.submit, said('Another person activates it.'));
  const resume = useCommand(templateContract.resume, said('It may be used again.'));
  const retire = useCommand(templateContract.retire, said('Retired'));
  const test = useCommand(templateContract.test, said('On its way to you.'));
  const confirm = useConfirm();
  const { can, id, version } = row;
  const at = { ifMatch: version };
  // Nothing leads back from there.
  const askRetire = async () => {
    const sure = await confirm({
      title: `Retire “${row.name}”?`,
      text: 'No campaign can use it any more, and it cannot be taken back. It can be copied into a new one.',
      confirm: 'Retire',
      danger: true,
    });
    if (sure) await retire.run({ id }, at);
  };
  const shared = { start: { id }, ifMatch: version, refresh: ['template'], onClose: () => setAsked(null) };
  return (
    <Group gap="sm">
      {can['submit'] && (
        <Button loading={submit.running} onClick={() => void submit.run({ id }, at)}>
          Submit
        </Button>
      )}
      {can['activate'] && <Button onClick={() => setAsked('activate')}>Activate</Button>}
      {can['return'] && (
        <Button variant="default" onClick={() => setAsked('return')}>
          Send back
        </Button>
      )}
      {can['edit'] && (
        <Button variant="default" component={Link} to={templatePaths.edit(id)}>
          Edit
        </Button>
      )}
      {can['test'] && (
        <Button
          variant="default"
          loading={test.running}
          onClick={() => void test.run({ id, language: 'en' })}
        >
          Send me a test
        </Button>
      )}
      {can['resume'] && (
        <Button variant="default" loading={resume.running} onClick={() => void resume.run({ id }, at)}>
          Resume
        </Button>
      )}
      {can['pause'] && (
        <Button variant="default" onClick={() => setAsked('pause')}>
          Pause
        </Button>
      )}
      {can['retire'] && (
        <Button variant="default" loading={retire.running} onClick={() => void askRetire()}>
          Retire
        </Button>
      )}
      {asked === 'activate' && (
        <CommandDialog
          of={templateContract.activate}
          title={`Activate “${row.name}”`}
          text={`Version ${row.versionNo} is sent from now on.`}
          confirm="Activate"
          done="Active"
          {...shared}
        />
      )}
      {asked === 'return' && (
        <CommandDialog
          of={templateContract.sendBack}
          title={`Send “${row.name}” back`}
          confirm="Send back"
          done="Sent back"
          {...shared}
        />
      )}
      {asked === 'pause' && (
        <CommandDialog
          of={templateContract.pause}
          title={`Pause “${row.name}”`}
          text="No campaign may use it until it is resumed."
          confirm="Pause"
          done="Paused"
          {...shared}
        />
      )}
    </Group>
  );
}

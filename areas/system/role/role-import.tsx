import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { saveBlob } from '@aangan/web/api/open-file.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { formatCount } from '@aangan/web/format.ts';
import { csvOfFile, toCsv } from '@aangan/web/record/import-file.ts';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Steps } from '@aangan/web/ui/steps.tsx';
import { Button, FileButton, Group, Modal, Stack, Table, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { effectSentence } from './effect-panel.tsx';
import { type ImportLine, roleContract } from './role.contract.ts';

type Verdict = OutputOf<typeof roleContract.importCheck>;
interface Chosen {
  text: string;
  fileName: string;
}

const template = toCsv([
  ['role', 'module', 'method', 'isWrite', 'franchisee'],
  ['MARKETING', 'enquiry', 'any', 'true', ''],
  ['MARKETING', 'city', 'GET', '', ''],
]);

/** Rights from a file: choose, check with the effect on each role, confirm. All rows or none. */
export function RoleImport({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<Chosen | null>(null);
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [reason, setReason] = useState('');
  const check = useCommand(roleContract.importCheck, { onDone: setVerdict });
  const commit = useCommand(roleContract.importCommit, {
    refresh: ['role-change', 'menu', 'dashboard'],
    onDone: ({ applied, waiting }) => {
      notice.ok(
        `${formatCount(applied)} ${applied === 1 ? 'role' : 'roles'} changed${waiting > 0 ? `, ${formatCount(waiting)} waiting for a second person` : ''}.`,
      );
      onClose();
    },
  });
  const read = async (chosen: File | null) => {
    if (!chosen) return;
    setVerdict(null);
    const input = { text: await csvOfFile(chosen), fileName: chosen.name.slice(0, 120) };
    setFile(input);
    await check.run(input);
  };
  const ready = verdict !== null && verdict.errors.length === 0 && verdict.roles.length > 0;
  const conflicts = verdict?.roles.some((role) => role.effect.conflicts.length > 0) ?? false;
  const problem = commit.error ?? check.error;
  const go = () =>
    void commit.run({
      text: file?.text ?? '',
      fileName: file?.fileName ?? '',
      versions: (verdict?.roles ?? []).map(({ roleId, version }) => ({ roleId, version })),
      reason: reason.trim() || null,
    });
  return (
    <Modal opened onClose={onClose} title="Import rights" size="lg">
      <Stack gap="md">
        <Steps
          steps={['Choose the file', 'Check the rows', 'Import']}
          active={verdict === null ? 0 : ready ? 2 : 1}
        />
        <Text size="sm">
          A CSV, XLSX or JSON file with role, module, method (GET or any), isWrite and, for a role of one
          centre, franchisee (its number or name). Modules that are not in the file stay as they are. Nothing
          is saved before every row is right.
        </Text>
        <Group gap="sm">
          <FileButton accept=".csv,.xlsx,.json" onChange={(chosen) => void read(chosen)}>
            {(button) => (
              <Button {...button} variant={ready ? 'default' : 'filled'} loading={check.running}>
                Choose a file
              </Button>
            )}
          </FileButton>
          <Button
            variant="subtle"
            onClick={() => saveBlob(new Blob([`\ufeff${template}`], { type: 'text/csv' }), 'rights.csv')}
          >
            Download a template
          </Button>
        </Group>
        {verdict ? <Report verdict={verdict} /> : null}
        {ready ? (
          <Textarea
            label="Why"
            description={
              conflicts ? 'These rights should not be in one hand.' : 'Optional; it stays with the change.'
            }
            required={conflicts}
            autosize
            minRows={1}
            maxLength={300}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        ) : null}
        <DialogFoot error={problem} onCancel={onClose}>
          <Button
            disabled={!ready || (conflicts && reason.trim() === '')}
            loading={commit.running}
            onClick={go}
          >
            {`Change ${formatCount(verdict?.roles.length ?? 0)} ${verdict?.roles.length === 1 ? 'role' : 'roles'}`}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}

function Report({ verdict }: { verdict: Verdict }) {
  const { rows, roles, warnings, errors } = verdict;
  return (
    <Stack gap="sm" aria-live="polite">
      <Text size="sm" className="figures">
        {errors.length > 0
          ? `${formatCount(rows)} rows read, ${formatCount(errors.length)} problems`
          : `${formatCount(rows)} rows read, ${formatCount(roles.length)} ${roles.length === 1 ? 'role' : 'roles'} would change`}
      </Text>
      {roles.map((role) => (
        <Group key={role.roleId} gap="xs" justify="space-between">
          <div>
            <Text size="sm">{role.description}</Text>
            <Text size="xs" c="dimmed">
              {effectSentence(role.effect)}
            </Text>
          </div>
          {role.effect.needsApproval ? <Tag tone="warning">needs a second person</Tag> : null}
        </Group>
      ))}
      <Lines title="What to fix" lines={errors} />
      <Lines title="View only" lines={warnings} />
    </Stack>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly ImportLine[] }) {
  if (lines.length === 0) return null;
  return (
    <Table.ScrollContainer minWidth={360} mah={240}>
      <Table stickyHeader aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={60}>Row</Table.Th>
            <Table.Th w={90}>Column</Table.Th>
            <Table.Th>{title}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => (
            <Table.Tr key={`${line.row} ${line.field} ${line.text}`}>
              <Table.Td className="figures">{line.row}</Table.Td>
              <Table.Td>{line.field}</Table.Td>
              <Table.Td>{line.text}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

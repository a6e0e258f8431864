import { addMonths } from '@aangan/contract/period.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { UploadField } from '@aangan/web/ui/upload-field.tsx';
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { DocumentsOfStaff } from './document-table.tsx';
import { staffDocumentContract } from './staff-document.contract.ts';

interface Uploaded {
  fileId: string;
  name: string;
}
type Kinds = DocumentsOfStaff['kinds'];

const { accept = [], max = 0 } = staffDocumentContract.upload.fields?.['fileId'] ?? {};

/** Files one after the other: each is uploaded at once, then named and saved by itself. */
export function AddDocuments({ staffId, kinds }: { staffId: string; kinds: Kinds }) {
  const [files, setFiles] = useState<readonly Uploaded[]>([]);
  const [count, setCount] = useState(0);
  const drop = (fileId: string) => setFiles((now) => now.filter((one) => one.fileId !== fileId));
  return (
    <Stack gap="md">
      <UploadField
        // A fresh place for each file: the one before keeps the name of what it took.
        key={count}
        label="Add documents"
        help="Upload one file after the other, then say what each is."
        value={null}
        accept={accept}
        maxMb={max / 1024 / 1024}
        onChange={(fileId, name = 'Document') => {
          if (fileId === null) return;
          setFiles((now) => [...now, { fileId, name }]);
          setCount((n) => n + 1);
        }}
      />
      {files.map((file) => (
        <NewDocument
          key={file.fileId}
          staffId={staffId}
          file={file}
          kinds={kinds}
          onClose={() => drop(file.fileId)}
        />
      ))}
    </Stack>
  );
}

interface NewDocumentProps {
  staffId: string;
  file: Uploaded;
  kinds: Kinds;
  onClose: () => void;
}

/** 'police.pdf' is probably the police verification. */
const guess = (name: string, kinds: Kinds) =>
  kinds.find((kind) => name.toLowerCase().includes((kind.name.split(' ')[0] ?? kind.name).toLowerCase()));

function NewDocument({ staffId, file, kinds, onClose }: NewDocumentProps) {
  const form = useForm(staffDocumentContract.upload, {
    start: { staffId, fileId: file.fileId, kindId: guess(file.name, kinds)?.kindId ?? null },
    refresh: ['staff', 'home'],
    onDone: () => {
      notice.ok('The document is added and waits for verification.');
      onClose();
    },
  });
  const chosen = kinds.find((kind) => kind.kindId === form.values['kindId']);
  const offerExpiry = (issuedOn: unknown) => {
    if (typeof issuedOn === 'string' && chosen?.validMonths && !form.values['expiresOn'])
      form.set('expiresOn', addMonths(issuedOn, chosen.validMonths));
  };
  return (
    <Form form={form} wide>
      <Text fw={600}>{file.name}</Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Field
          name="kindId"
          kind="choice"
          options={kinds.map((kind) => ({ value: kind.kindId, label: kind.name }))}
          help={chosen?.document ? 'The one before is replaced.' : undefined}
        />
        <Field name="number" help="Stored sealed; only the last 4 characters are shown." />
        <Field name="issuedOn" onPicked={offerExpiry} />
        <Field
          name="expiresOn"
          optional={chosen?.validMonths == null}
          help={chosen?.validMonths ? `Usually ${chosen.validMonths} months after the issue` : undefined}
        />
      </SimpleGrid>
      <Group>
        <Button type="submit" loading={form.saving}>
          Save document
        </Button>
        <Button variant="default" onClick={onClose} disabled={form.saving}>
          Remove
        </Button>
      </Group>
    </Form>
  );
}

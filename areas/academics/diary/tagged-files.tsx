import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { useFormModel } from '@aangan/web/form/form-model.ts';
import { Checkbox, MultiSelect, Stack, Text } from '@mantine/core';
import { diaryContract } from './diary.contract.ts';
import { FILE_TYPES, MOST_FILE_MB, MOST_FILES } from './diary-kinds.ts';

const idsOf = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : []);
export const tagsOf = (value: unknown): Readonly<Record<string, string[]>> =>
  (value ?? {}) as Record<string, string[]>; // only set below

/** The files of an entry, and for each who is on it. A child without consent can be read but not chosen. */
export function TaggedFiles({
  sectionId,
  onDate,
  names,
}: {
  sectionId: string | null;
  onDate: string;
  names: Readonly<Record<string, string>>;
}) {
  const form = useFormModel();
  const query = useQuery(
    diaryContract.children,
    { sectionId: sectionId ?? '', onDate },
    { enabled: sectionId !== null, keepPrevious: true },
  );
  const files = idsOf(form.values['fileIds']);
  const tags = tagsOf(form.values['tags']);
  const children = query.data?.rows ?? [];
  return (
    <Stack gap="sm">
      <Field
        kind="files"
        name="fileIds"
        label="Pictures and files"
        help="Location and camera details are removed from pictures"
        optional
        accept={FILE_TYPES}
        max={MOST_FILE_MB * 1024 * 1024}
        most={MOST_FILES}
        chosenNames={names}
      />
      {files.map((id, n) => (
        <MultiSelect
          key={id}
          label={`Children on file ${n + 1}`}
          placeholder={tags[id]?.length ? '' : 'Nobody tagged'}
          data={children.map((child) => ({
            value: child.enrolmentId,
            label: child.consent ? child.name : `${child.name} (no photo consent)`,
            disabled: !child.consent,
          }))}
          value={[...(tags[id] ?? [])]}
          onChange={(chosen) => form.set('tags', { ...tags, [id]: chosen })}
          searchable
          clearable
        />
      ))}
      {files.length > 0 && (
        <Checkbox
          label="No child can be recognised on pictures without tags"
          checked={form.values['nobodyOnOthers'] === true}
          onChange={(event) => form.set('nobodyOnOthers', event.currentTarget.checked)}
        />
      )}
      {form.errors['files'] && (
        <Text size="sm" c="var(--a-danger-text)">
          {form.errors['files']}
        </Text>
      )}
    </Stack>
  );
}

/** Everybody, or chosen children of the section. */
export function ChosenChildren({ sectionId, onDate }: { sectionId: string | null; onDate: string }) {
  const form = useFormModel();
  const query = useQuery(
    diaryContract.children,
    { sectionId: sectionId ?? '', onDate },
    { enabled: sectionId !== null, keepPrevious: true },
  );
  return (
    <Field
      kind="choices"
      name="enrolmentIds"
      label="Only for these children"
      help={sectionId === null ? 'Choose a section first' : 'Leave empty for every child of the section'}
      optional
      disabled={sectionId === null || form.disabled}
      options={(query.data?.rows ?? []).map(({ enrolmentId, name }) => ({ value: enrolmentId, label: name }))}
    />
  );
}

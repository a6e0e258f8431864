import { serverNow } from '@aangan/web/api/server-clock.ts';
import { hasUnsaved } from '@aangan/web/form/unsaved-guard.tsx';
import { franchiseeLabel } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { currentAcademicYear } from '../academic-year.ts';
import { chooseChild, chooseContext } from '../session-context.ts';
import { onlyCentre, productCentre, useShell } from '../session-state.ts';

function useChange() {
  const [changing, setChanging] = useState(false);
  const change = (choice: Parameters<typeof chooseContext>[0], done?: () => void) => {
    setChanging(true);
    chooseContext(choice)
      .then(done)
      .catch((error: unknown) => notice.error(error))
      .finally(() => setChanging(false));
  };
  return [changing, change] as const;
}

/** Franchisee selector; 'Select All' for users with more than one centre, never for a BSK user (specification 6). */
export function FranchiseeSelect({
  onChosen,
  autoFocus = false,
}: {
  onChosen?: () => void;
  autoFocus?: boolean;
}) {
  const shell = useShell();
  const { franchisees, singleCentre } = shell;
  const franchisee = productCentre(shell);
  const hasAll = franchisees.length > 0 && !singleCentre && onlyCentre(shell) === null;
  const [changing, change] = useChange();
  const confirm = useConfirm();
  const data = useMemo(() => {
    const all = hasAll ? [{ value: '0', label: 'Select All' }] : [];
    return [
      ...all,
      ...franchisees.map((one) => ({
        value: String(one.id),
        label: franchiseeLabel(one.id, one.companyName),
      })),
    ];
  }, [franchisees, hasAll]);
  const choose = async (value: string | null) => {
    const id = Number(value);
    if (value === null || id === (franchisee?.id ?? 0)) return;
    const name = data.find((one) => one.value === value)?.label ?? '';
    const old = franchisee ? franchiseeLabel(franchisee.id, franchisee.companyName) : 'all centres';
    const keeps = await confirmSwitch(confirm, old, name);
    if (!keeps) return;
    change({ franchiseeID: id }, () => {
      notice.info(name, 'Centre Change');
      onChosen?.();
    });
  };
  return (
    <Select
      label="Franchisee"
      placeholder="Select Franchisee"
      data={data}
      value={franchisee ? String(franchisee.id) : hasAll ? '0' : null}
      onChange={(value) => void choose(value)}
      searchable
      allowDeselect={false}
      disabled={changing}
      nothingFoundMessage="Nothing found"
      limit={200}
      comboboxProps={{ shadow: 'md' }}
      {...(autoFocus ? { 'data-autofocus': true } : {})}
    />
  );
}

/** Asks only when something on the screen was typed and not saved (shell.md 3.6). */
const confirmSwitch = (
  confirm: ReturnType<typeof useConfirm>,
  old: string,
  name: string,
): Promise<boolean> | boolean =>
  !hasUnsaved() ||
  confirm({
    title: 'Centre Change',
    text: `You have unsaved changes for ${old}. Keep them as a draft and switch to ${name}?`,
    confirm: 'Switch',
    cancel: 'Stay',
  });

/** Academic-year selector; the current year is marked. */
export function YearSelect() {
  const { years, academicYear } = useShell();
  const [changing, change] = useChange();
  const current = currentAcademicYear(serverNow());
  return (
    <Select
      label="Academic year"
      placeholder="FROM YEAR - TO YEAR"
      data={years.map((year) => ({
        value: String(year.id),
        label: year.academicYear === current ? `${year.academicYear} (current)` : year.academicYear,
      }))}
      value={academicYear ? String(academicYear.id) : null}
      onChange={(value) => value && change({ academicYearID: Number(value) })}
      allowDeselect={false}
      disabled={changing}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}

/** Which child's pages open, for parents of more than one. */
export function ChildSelect() {
  const { children, child } = useShell();
  if (children.length < 2) return null;
  return (
    <Select
      label="Child"
      data={children.map((one) => ({ value: one.studentAdmissionID, label: one.label }))}
      value={child}
      onChange={(value) => value && void chooseChild(value)}
      allowDeselect={false}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}

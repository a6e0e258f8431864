import { createContext, type ReactNode, Suspense, useCallback, useContext, useRef, useState } from 'react';
import { part } from '../part.ts';

const Dialog = part(() => import('./confirm-dialog.tsx'), 'ConfirmDialog');

export interface ConfirmQuestion {
  title: string;
  text?: ReactNode;
  confirm: string;
  cancel?: string;
  danger?: boolean;
}

const ConfirmContext = createContext<(question: ConfirmQuestion) => Promise<boolean>>(() =>
  Promise.resolve(false),
);

/** `const sure = await confirm({title, text, confirm: 'Cancel the order', danger: true})`. */
export const useConfirm = () => useContext(ConfirmContext);

/** Holds the one dialog `useConfirm` asks through; stands once near the root. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<ConfirmQuestion | null>(null);
  const [opened, setOpened] = useState(false);
  const answer = useRef<(yes: boolean) => void>(() => undefined);

  const ask = useCallback(
    (next: ConfirmQuestion) =>
      new Promise<boolean>((resolve) => {
        answer.current(false);
        answer.current = resolve;
        setQuestion(next);
        setOpened(true);
      }),
    [],
  );
  const settle = useCallback((yes: boolean) => {
    setOpened(false);
    answer.current(yes);
    answer.current = () => undefined;
  }, []);
  return (
    <ConfirmContext value={ask}>
      {children}
      <Suspense>
        {question && (
          <Dialog opened={opened} onClose={() => settle(false)} run={() => settle(true)} {...question} />
        )}
      </Suspense>
    </ConfirmContext>
  );
}

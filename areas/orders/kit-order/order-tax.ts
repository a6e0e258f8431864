// What an order costs (areas/orders.md 3.2): GST by product line over all its kits, spread on the kits to the paisa.
import { type Paise, paise, sumPaise } from '@aangan/money/paise.ts';
import { splitByWeights } from '@aangan/money/split.ts';
import { taxOn } from '@aangan/money/tax.ts';

export interface KitComponent {
  readonly productId: string;
  readonly hsn: string;
  readonly rateBp: number;
  /** Pieces in one kit. */
  readonly qty: number;
  /** Before tax, all pieces of it in one kit. */
  readonly taxable: Paise;
}

export type OrderedComponent<Component extends KitComponent = KitComponent> = Component & {
  readonly tax: Paise;
};

/** Of each kit its components with their share of the tax of all `n` kits. */
export function taxedKits<Component extends KitComponent>(
  components: readonly Component[],
  n: number,
): OrderedComponent<Component>[][] {
  const kits: OrderedComponent<Component>[][] = Array.from({ length: n }, () => []);
  for (const component of components) {
    const total = taxOn(paise(component.taxable * n), component.rateBp);
    const shares = splitByWeights(
      total,
      kits.map(() => 1),
    );
    kits.forEach((kit, i) => void kit.push({ ...component, tax: shares[i] ?? paise(0) }));
  }
  return kits;
}

export const taxableOfKit = (kit: readonly KitComponent[]): Paise =>
  sumPaise(kit.map(({ taxable }) => taxable));
export const taxOfKit = (kit: readonly OrderedComponent[]): Paise => sumPaise(kit.map(({ tax }) => tax));

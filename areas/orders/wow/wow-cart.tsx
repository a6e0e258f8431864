// The cart of a WOW kit on this device, so that a lost network or a closed tab loses nothing (specification 3): the order in the
// local database `wowKitOrder`, its pieces under `wowKitOrderItems`. Prices are never kept: they come from the server.
import { keepOrder, keptOrders } from '@aangan/web/local/kit-database.ts';

export interface WowCart {
  modelId: string | null;
  b2bId: string;
  email: string;
  items: Readonly<Record<string, number>>;
}

const KEY = 'wowKitOrderItems';
const MOST = 200;

interface CartItem {
  productID: string;
  quantity: number;
}
const isItem = (item: unknown): item is CartItem =>
  typeof item === 'object' &&
  item !== null &&
  typeof (item as CartItem).productID === 'string' &&
  Number.isInteger((item as CartItem).quantity);

/** One open order a centre. */
export async function keepCart(franchiseeId: number, cart: WowCart): Promise<void> {
  const cartItems: CartItem[] = Object.entries(cart.items).map(([productID, quantity]) => ({
    productID,
    quantity,
  }));
  await keepOrder({
    id: String(franchiseeId),
    modelID: cart.modelId ?? '',
    b2bID: cart.b2bId,
    email: cart.email,
    products: cartItems.map(({ productID }) => productID),
    cartItems,
  });
  try {
    localStorage.setItem(KEY, JSON.stringify(cartItems.slice(0, MOST)));
  } catch {
    // The database has them too.
  }
}

/** What was begun for a centre on this device; null when nothing is open. */
export async function keptCart(franchiseeId: number): Promise<WowCart | null> {
  const order = (await keptOrders()).find(({ id }) => id === String(franchiseeId));
  const items = (order?.cartItems ?? []).filter(isItem);
  if (!order || items.length === 0) return null;
  return {
    modelId: order.modelID || null,
    b2bId: order.b2bID,
    email: order.email,
    items: Object.fromEntries(items.map(({ productID, quantity }) => [productID, quantity])),
  };
}

/** The order is on its way: nothing of it stays here. */
export async function emptyCart(franchiseeId: number): Promise<void> {
  await keepCart(franchiseeId, { modelId: null, b2bId: '', email: '', items: {} });
  localStorage.removeItem(KEY);
}

/**
 * The product's mark in mails: `web/public/icon.svg` at 64 pixels. It is attached to each mail and shown from there, because
 * mail programs remove drawings in HTML, and an image on our server would report who opens a mail.
 */

/** Names the attached image within its mail. */
export const BRAND_MARK_ID = 'mark@leadloom';

const base64 = [
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAYAAACqaXHeAAAGpElEQVR4nOybC0wURxjH/7N3vOGuqKA1Iogg6IEVI/IQEdDWWtRabIlaq6HPtI2JtdG0qU',
  '2saZo2MalJ05jU2Fo1LRWtj/iqCgeoPFQKaIsvRKwFxQcIwgkct9PZVU7vhW7Z8/COXwK73+y3e/N9O/PtN7M7SjwGPqkJUxWgL7HdiYSQoQAdDBAf9Clo',
  'G6tTA6W0nhCUGgjd25pbqn3UWcTmkZQUpZprf5uCfM6UhuIphAL1hPJfNFOvH5Gf32VNx5oDOFVKXCY4spqAhMMJoKDnmS0rm/OKt4niQ1g4QJ0an8k2G0',
  'GIF5wKquMp5t/Rlux+uNTEAb6p8RkcQQ7zFgcnhLUEnjAnNGtLtnaXGR3gk5wQrVTQUue782ZQereLGhLb8k9UCGL3neYUSprt9MYLMBuVRLkZ920X/6nT',
  '4t9lzX4MXAWCKMHme7spY3xVRF3Dnp0BcCHYo+B6SwcXpvTjVK+yQOBSxgswmwP9PAxzORYVU+CqUBKvZJ4IgYvCgUYqWVQMgQwEeFPMDqPQDAKqGoHdLP',
  'e6rrOdaU+NjcPs5FR4uXtgZ0Ee9hUdsak76Bl/LHwxHbFjonCq+jx++WMfrjRcQ29haf4QokpLaGfV9EAvWRbLY1H0A/nXKuCbEuv5lKe7O+r25EKhUBjL',
  'Ql+ZgcaWZqv6n2W9g+ULs4zy5v17sGTNV+g9tJmTw3iByUFm8jBqU/eFuEQT4wVmJiX3oD/JRJ4enwh5IGrZUt6BZilUgLft5i80aXMCBwy0qR/gb6of6D',
  '+A9Vzb15eCU+b8UlDCAVRdumhR9vfFajgCok5LoFJO8Fep8O3SFUgZH4tn/PzEsrOXL4E7shjupNOoZ6AKtCdugiZ0JHrDucu1iAgOsSj/q6YaUaFh4n7r',
  'XR3yy05i+XdrcPXmTUhBchdIT0zGnClpRuMFIoNHwNPDNJYqWZDrrfEC1owX6DZewNfLWwyiGSnTIBXJDojVRKGvMlETLfUU6Q7QnjyOvoq27ASkovAcEb',
  'RKygmX6uug79IjPCgYvt7eYlnx6UooruyCG8cb9fQGijMYj+FDnoW9ud7UiO+3ZWPD7t9Z3boknSs5CNqi8HUeqofCQAerR9wm6w0sIfo57F+7zqRs3srl',
  'OFB8zKp+1W+7MHSQ6YDVf9okNrnT+6o7JA8YHRJqURY10jET0C6fCPU7AC6OQ1JhCmnBq41lehbXoLLEbvs5QBirzUqaAs3IMJPyu+3tGGUluxsXHoklmQ',
  'vg42U5M9/e2Wki116txyeL3zLKrTohFT4hpseS62mvxyA4d4TML8ST5LVPP8ah48WSzrFbDJBntC6N9B4mVWzhkBhgL7okZoECdnMAL1OQelx0LLZsObAX',
  'UrGbAzr1esxc9iGSxo23OBYzKpLN65nO8xVWlKHoVIXVa01nc4gxEaON8oUrl7Fde9goNzTeQs7hg+K8gFTs2gWOVpaLf+ZkzZpj6YDyMqzZstHqdWYkTD',
  'aR1b5++PrnDZADhyRCRGKI7J8UtSP9DoCL0z8tLlcqXLCAh9oTslPTBIRPmIeg+KXGspaz2Sg+tBYRA+7JbXqK0jrC3kUSNOikBUfZugCxU+4byh4AhovZ',
  'MLTfFmVq0KOpYp3ReAEfN4K0EJYvhEq/l7I5QLgL9qTjRqW41d++wJzQYVUn+n985yKbAwr+sWM8JQp4BMaIu27+EWyg6WdVrfQqJCNbrX86BWw9I39LqG',
  'hgkXrsCig8VKJMOAUCkr5ESd0DnZs6ih/KCfZWS++HsgVBKQivtY6u32RSlv7RBzhmYyzgdNPiE0ZrLMomasZCCnJNiTnEARxn+bMKhbSqPNVjgWu3LF9h',
  'X+vhtbb5sRtNTfK1AHaZDjxhDpYW4Y6uzSgL7/N25Ofa1N9RYHosJ+8g5IE2C0Gwlu0F4wkzfPAQvDk7Ax5ubli/aztq6v7tUV94/z839Xnxc7qcXHkcwB',
  'rROaJKjS9h/SkOrgilBawLkAq4KJSQCuFb4Z1wVXg+W3yWsDjwJ9vEwJWgtLJZWzJOfAzyPFbDxeApWSVsjdmES7WC+3df2DUmQl3UkCUsKIKzIyyaMpA3',
  'ukWjA9q0xysNlC6CEyMsmzMAC9sKi093l5l8st1ZW1flHjKsnKXZL7Pe4QZnQmzdfMYdbanthZPdeCcnxCiVlD0iyCg4AcLSWQPlM4VWbn7M6mBIV1hc3s',
  'J7aliLeU9YgIynlHt1p+8LtlgzXuCxxpS+U+NSFZSks9w5rs8vnwfY/DAtMoDb15pX9MgvNP4DAAD//73AMcQAAAAGSURBVAMA9ts29z52Dg4AAAAASUVO',
  'RK5CYII=',
].join('');

export const brandMark = {
  contentType: 'image/png',
  fileName: 'leadloom.png',
  base64,
} as const;

/** The HTML of a mail for pages that show it without its attachments. */
export function inlineBrandMark(html: string): string {
  return html.replaceAll(`cid:${BRAND_MARK_ID}`, `data:${brandMark.contentType};base64,${base64}`);
}

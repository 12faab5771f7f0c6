"""Makes the clipboards of LibreOffice: writes documents, copies each, and stores what it gives as text/html.

Run on a machine with libreoffice-writer-nogui, libreoffice-calc-nogui and python3-uno:
    /usr/bin/python3 test/src/studio/writing/paste/clipboards/making/libreoffice.py
"""

import base64
import pathlib
import subprocess
import tempfile
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.datatransfer import DataFlavor
from com.sun.star.style.BreakType import PAGE_BEFORE
from com.sun.star.text.ControlCharacter import LINE_BREAK, PARAGRAPH_BREAK

FOLDER = pathlib.Path(__file__).parent.parent / "libreoffice"
PIPE = "presse-papiers"
PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAADAAAAAgCAIAAADbtmxLAAAAQElEQVR4nO3OQQkAAAgEsMthf4OaQvAlDBZgqZlXIiQkJCQkJCQkJCQkJCQkJCQkJCQk"
    "JCQkJCQkJCQkJCQkJHS3gRCoqW8ldx4AAAAASUVORK5CYII="
)


class Writer:
    """A document that is being written."""

    def __init__(self, desktop, kind="swriter"):
        hidden = PropertyValue("Hidden", 0, True, 0)
        self.document = desktop.loadComponentFromURL(f"private:factory/{kind}", "_blank", 0, (hidden,))
        if kind == "swriter":
            self.text = self.document.Text
            self.cursor = self.text.createTextCursor()
            self.cursor.CharLocale = uno.createUnoStruct("com.sun.star.lang.Locale", "fr", "FR", "")

    def paragraph(self, *pieces, style="Text body", **properties):
        """Each piece is a text, or a text and what it looks like."""
        self.cursor.ParaStyleName = style
        self.cursor.NumberingStyleName = ""
        for name, value in properties.items():
            self.cursor.setPropertyValue(name, value)
        for piece in pieces:
            text, look = (piece, {}) if isinstance(piece, str) else piece
            start = self.cursor.Start
            for name, value in look.items():
                self.cursor.setPropertyValue(name, value)
            for index, line in enumerate(text.split("\n")):
                if index:
                    self.text.insertControlCharacter(self.cursor, LINE_BREAK, False)
                self.text.insertString(self.cursor, line, False)
            if "HyperLinkURL" in look:
                link = self.text.createTextCursorByRange(start)
                link.gotoRange(self.cursor.End, True)
                link.HyperLinkURL = look["HyperLinkURL"]
            for name in look:
                self.cursor.setPropertyToDefault(name)
        self.text.insertControlCharacter(self.cursor, PARAGRAPH_BREAK, False)
        for name in properties:
            self.cursor.setPropertyToDefault(name)

    def item(self, text, level, style):
        self.paragraph(text, NumberingStyleName=style, NumberingLevel=level)

    def table(self, rows):
        table = self.document.createInstance("com.sun.star.text.TextTable")
        table.initialize(len(rows), len(rows[0]))
        self.text.insertTextContent(self.cursor, table, False)
        for y, row in enumerate(rows):
            for x, text in enumerate(row):
                cell = table.getCellByPosition(x, y)
                if y == 0:
                    cell.createTextCursor().ParaStyleName = "Table Heading"
                cell.String = text
        return table

    def picture(self, context):
        with tempfile.NamedTemporaryFile(suffix=".png") as file:
            file.write(PICTURE)
            file.flush()
            provider = context.ServiceManager.createInstance("com.sun.star.graphic.GraphicProvider")
            graphic = provider.queryGraphic((PropertyValue("URL", 0, f"file://{file.name}", 0),))
        image = self.document.createInstance("com.sun.star.text.TextGraphicObject")
        image.Graphic = graphic
        image.Width, image.Height = 4000, 2667
        image.Title = "La vitrine de la boutique"
        self.text.insertTextContent(self.cursor, image, False)

    def copied(self):
        controller = self.document.CurrentController
        if hasattr(self, "text"):
            everything = self.text.createTextCursorByRange(self.text.Start)
            everything.gotoEnd(True)
            controller.select(everything)
        data = controller.getTransferable().getTransferData(DataFlavor("text/html", "HTML", uno.getTypeByName("[]byte")))
        # LibreOffice ends the text as C does.
        return data.value.decode("utf-8").rstrip("\0")


BOLD = {"CharWeight": 150.0}
ITALIC = {"CharPosture": uno.Enum("com.sun.star.awt.FontSlant", "ITALIC")}
UNDERLINE = {"CharUnderline": 1}
STRUCK = {"CharStrikeout": 1}
UP = {"CharEscapement": 33, "CharEscapementHeight": 58}
DOWN = {"CharEscapement": -33, "CharEscapementHeight": 58}


def letter(desktop, _context):
    writer = Writer(desktop)
    writer.paragraph("Fermeture exceptionnelle", style="Title")
    writer.paragraph("Travaux de printemps", style="Subtitle")
    writer.paragraph("Pourquoi nous fermons", style="Heading 1")
    writer.paragraph("La boutique sera ", ("fermée le mardi 8 décembre", BOLD), " : nous ", ("repeignons", ITALIC), " la façade.")
    writer.paragraph("Adresse :\n12, rue des Lilas\n75011 Paris")
    writer.paragraph()
    writer.paragraph("Quand revenir", style="Heading 2")
    writer.paragraph(("Le 1", {}), ("er", UP), " janvier, avec H", ("2", DOWN), "O et ", ("sans", STRUCK), " ", ("beaucoup de", UNDERLINE), " bulles.")
    return writer.copied()


def lists(desktop, _context):
    writer = Writer(desktop)
    writer.paragraph("À apporter :")
    writer.item("des pommes", 0, "Bullet •")
    writer.item("des poires", 0, "Bullet •")
    writer.item("Williams", 1, "Bullet •")
    writer.item("Conférence", 1, "Bullet •")
    writer.item("du pain", 0, "Bullet •")
    writer.paragraph("Dans cet ordre :")
    writer.item("éplucher", 0, "Numbering 123")
    writer.item("cuire", 0, "Numbering 123")
    writer.item("une heure", 1, "Numbering 123")
    writer.item("servir", 0, "Numbering 123")
    return writer.copied()


def table(desktop, _context):
    writer = Writer(desktop)
    writer.paragraph("Nos horaires", style="Heading 2")
    made = writer.table([["Jour", "Matin", "Après-midi"], ["Lundi", "fermé", "14 h – 19 h"], ["Mardi", "9 h – 12 h", "14 h – 19 h"]])
    cursor = made.createCursorByCellName("B2")
    cursor.gotoCellByName("C2", True)
    cursor.mergeRange()
    writer.paragraph("Sur rendez-vous le dimanche.")
    return writer.copied()


def quote(desktop, _context):
    writer = Writer(desktop)
    writer.paragraph("On nous écrit :")
    writer.paragraph("Le meilleur pain du quartier.", style="Quotations")
    writer.paragraph("Et l’accueil va avec.", style="Quotations")
    writer.paragraph("La recette :", BreakType=PAGE_BEFORE)
    for line in ["farine  500 g", "eau     350 g", "sel      10 g"]:
        writer.paragraph(line, style="Preformatted Text")
    writer.paragraph(style="Horizontal Line")
    writer.paragraph("Bon appétit.")
    return writer.copied()


def changes(desktop, _context):
    writer = Writer(desktop)
    writer.paragraph("Nous ouvrons à neuf heures.")
    writer.document.RecordChanges = True
    changed = writer.text.createTextCursorByRange(writer.text.Start)
    changed.goRight(len("Nous ouvrons à "), False)
    changed.goRight(len("neuf"), True)
    writer.text.insertString(changed, "dix", True)
    writer.document.RecordChanges = False
    return writer.copied()


def notes(desktop, context):
    writer = Writer(desktop)
    writer.cursor.ParaStyleName = "Text body"
    writer.text.insertString(writer.cursor, "La maison date de 1897", False)
    note = writer.document.createInstance("com.sun.star.text.Footnote")
    writer.text.insertTextContent(writer.cursor, note, False)
    note.insertString(note.createTextCursor(), "D’après le cadastre.", False)
    writer.paragraph(" ; voir ", ("le site de la ville", {"HyperLinkURL": "https://www.paris.fr/lilas"}), " et ", ("nos notes", {"HyperLinkURL": "file:///home/claire/notes.odt"}), ".")
    writer.picture(context)
    writer.paragraph("La vitrine en 1910.")
    return writer.copied()


def spreadsheet(desktop, _context):
    writer = Writer(desktop, "scalc")
    sheet = writer.document.Sheets.getByIndex(0)
    rows = [["Article", "Prix", "Stock"], ["Miel de thym", 9.5, 12], ["Savon", 4, 30], ["Total", "", 42]]
    for y, row in enumerate(rows):
        for x, value in enumerate(row):
            cell = sheet.getCellByPosition(x, y)
            if isinstance(value, str):
                cell.String = value
            else:
                cell.Value = value
            if y == 0:
                cell.CharWeight = 150.0
    sheet.getCellRangeByName("A4:B4").merge(True)
    writer.document.CurrentController.select(sheet.getCellRangeByName("A1:C4"))
    return writer.copied()


def connected():
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    for _ in range(120):
        try:
            return resolver.resolve(f"uno:pipe,name={PIPE};urp;StarOffice.ComponentContext")
        except NoConnectException:
            time.sleep(0.5)
    raise SystemExit("LibreOffice has not started in a minute")


def main():
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as profile:
        arguments = ["soffice", "--headless", "--norestore", f"-env:UserInstallation=file://{profile}", f"--accept=pipe,name={PIPE};urp;"]
        process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        context = connected()
        desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
        for make in [letter, lists, table, quote, changes, notes, spreadsheet]:
            (FOLDER / f"{make.__name__}.html").write_text(make(desktop, context), encoding="utf-8", newline="")
        try:
            desktop.terminate()
        finally:
            process.wait(30)


main()
